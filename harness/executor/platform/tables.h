// Tables added to the program when kernel files are compiled: __shared__ arrays, variables, the limits of
// kernels, and facts that only the machine code shows.
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
  bool constant, managed;  // managed: also true if unknown; g++ does not show this for a template's variable
  bool own_pages;          // a managed variable whose pages contain nothing else
};
std::vector<VariableEntry> variable_entries();

struct KernelEntry {
  const void* kernel;
  int64_t number;
};
std::span<const KernelEntry> launch_bound_entries();   // threads
std::span<const KernelEntry> static_shared_entries();  // bytes

// A backward jump, or a call before one.
struct LoopEntry {
  uintptr_t place;  // an address in the instruction, past its first byte
  uintptr_t to;     // the jump's target, or the called function; 0: a call through a pointer
  bool is_call;
};
std::vector<LoopEntry> loop_entries();

// The return addresses of the hooks for 16-byte accesses that do not require an address aligned to 16 bytes.
// An access to a vector that is not aligned to its size stops a GPU. However, a structure of two 8-byte
// members is also copied 16 bytes at a time. If the debug information lists several types of that size, the
// instruction that the compiler chose for the copy decides. If that instruction uses general registers, the
// type stays unknown, and the access counts as a vector access. (On 64-bit ARM and in WebAssembly, no
// instruction reveals the type.)
std::span<const uintptr_t> unaligned_vector_entries();

}  // namespace ladder::simt
