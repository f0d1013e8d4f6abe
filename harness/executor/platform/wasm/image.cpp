#include "platform/image.h"

extern "C" char __heap_base;  // from the linker

namespace simt {

// Code addresses are offsets in the code section. Data begins at the lowest address.
Image program_image() { return {0, {{0, reinterpret_cast<uintptr_t>(&__heap_base)}}, {}}; }

uintptr_t program_begin() { return 0; }
uintptr_t kernels_begin() { return 0; }
bool is_kernel_code(uintptr_t) { return false; }  // nothing can interrupt a thread there
bool is_code(uintptr_t) { return false; }         // code has no memory addresses

}  // namespace simt
