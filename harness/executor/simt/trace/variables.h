// The variables of kernel files: __device__ and __constant__. The table comes from instrument/.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace simt::trace {

struct Variable {
  std::string name;
  uintptr_t begin;
  size_t bytes;
  bool constant;
  bool managed;                  // or may be: of a template, g++ does not tell
  bool own_pages;                // nothing else lies in them
  mutable bool written = false;  // by a kernel
  mutable bool address_told =
      false;  // the host knows its address: through cudaGetSymbolAddress(), or a kernel that has stored it
  mutable uint32_t read_in = 0,
                   read_at = 0;  // for a constant: the epoch and place of the last read, as in Touch
};

// The variable that contains the address, or whose red zone after it does; nullptr: none.
const Variable* find_variable(uintptr_t address);
std::span<const Variable> all_variables();
// Begins one of them here? A variable of host code alone cannot be told from one of __device__, if it is no local one.
bool is_variable(const void* begin);

}  // namespace simt::trace
