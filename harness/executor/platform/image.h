// The program in memory: its code, its kernels and its data.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ladder::simt {

struct Image {
  struct Range {
    uintptr_t begin;
    size_t bytes;
  };
  uintptr_t begin = 0;
  std::vector<Range> writable, read_only;
};
Image program_image();

// The following functions are safe in a signal handler:
uintptr_t program_begin();  // differs between two processes that run the same program
uintptr_t kernels_begin();  // the start of kernel code; 0: there is none
bool is_kernel_code(uintptr_t address);
bool is_code(uintptr_t address);  // in the program's own code, past its first byte: may be a return address
bool is_after_a_call(uintptr_t address);  // is_code(), and the instruction before this address is a call

}  // namespace ladder::simt
