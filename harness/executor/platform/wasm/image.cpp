#include "platform/image.h"

extern "C" char __global_base, __heap_base;  // from the linker; below them is the stack

namespace ladder::simt {

// Code addresses are offsets in the code section.
Image program_image() {
  const auto data = reinterpret_cast<uintptr_t>(&__global_base);
  return {0, {{data, reinterpret_cast<uintptr_t>(&__heap_base) - data}}, {}};
}

uintptr_t program_begin() { return 0; }
uintptr_t kernels_begin() { return 0; }
bool is_kernel_code(uintptr_t) { return false; }  // no thread can be interrupted in kernel code
bool is_code(uintptr_t) { return false; }         // code has no memory addresses
bool is_after_a_call(uintptr_t) { return false; }

}  // namespace ladder::simt
