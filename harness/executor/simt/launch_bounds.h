// The properties of a kernel known before it is launched.
#pragma once
#include <cstddef>

namespace ladder::simt {

// The largest block allowed by this kernel's __launch_bounds__; 0 if not specified.
unsigned threads_allowed(const void* kernel);
// The size, in bytes, of the fixed-size __shared__ arrays used by the kernel's own code, not by the functions
// that it calls. Known only in whole programs (./ladder try).
size_t static_shared(const void* kernel);

}  // namespace ladder::simt
