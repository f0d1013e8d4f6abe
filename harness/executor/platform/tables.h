// What the compilation of kernel files leaves in the program: their __shared__ arrays, their variables, and numbers of kernels.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace simt {

struct SharedArrayEntry {
  const char* name;       // as the linker knows it
  std::ptrdiff_t offset;  // from thread_pointer()
  size_t bytes;
};
std::vector<SharedArrayEntry> shared_array_entries();  // without those whose size the launch says

struct VariableEntry {
  const char* name;
  uintptr_t begin;
  size_t bytes;
  bool constant, managed;  // or may be managed: of a template, g++ does not tell
  bool own_pages;          // nothing else lies in them: it is managed
};
std::vector<VariableEntry> variable_entries();

struct KernelEntry {
  const void* kernel;
  int64_t number;
};
std::span<const KernelEntry> launch_bound_entries();   // threads
std::span<const KernelEntry> static_shared_entries();  // bytes

}  // namespace simt
