// The variables of kernel files: __device__ and __constant__. The table comes from instrument/.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ladder::simt::trace {

struct Variable {
  std::string name;
  uintptr_t begin;
  size_t bytes;
  bool constant;
  bool managed;                  // also true if unknown: g++ does not show this for a template's variable
  bool own_pages;                // the pages of this variable contain nothing else
  mutable bool written = false;  // true if a kernel has written it
  mutable bool address_told =
      false;  // the host may know its address, from cudaGetSymbolAddress() or from a kernel that has stored it
  mutable uint32_t read_in = 0,
                   read_at = 0;    // for a constant: the epoch and place of the last read, as in Touch
  mutable uintptr_t read_end = 0;  // for a constant: the end of the furthest read
};

// The variable that contains the address, possibly in the red zone after it; nullptr if there is none.
const Variable* find_variable(uintptr_t address);
std::span<const Variable> all_variables();
// Does a variable begin here? Unless it is local, a host variable cannot be distinguished from a __device__
// one.
bool is_variable(const void* begin);

}  // namespace ladder::simt::trace
