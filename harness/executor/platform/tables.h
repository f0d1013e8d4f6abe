// Tables added to the program when kernel files are compiled: __shared__ arrays, variables, and the
// limits of kernels.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ladder::simt {

struct SharedArrayEntry {
  const char* name;       // linker symbol
  std::ptrdiff_t offset;  // relative to thread_pointer()
  size_t bytes;
};
std::vector<SharedArrayEntry> shared_array_entries();  // excluding arrays whose size the launch sets

struct VariableEntry {
  const char* name;
  uintptr_t begin;
  size_t bytes;
  bool constant, managed;  // managed: possibly; for a template's variable, g++ does not show this
  bool own_pages;          // a managed variable whose pages contain nothing else
};
std::vector<VariableEntry> variable_entries();

struct KernelEntry {
  const void* kernel;
  int64_t number;
};
std::span<const KernelEntry> launch_bound_entries();   // threads
std::span<const KernelEntry> static_shared_entries();  // bytes

}  // namespace ladder::simt
