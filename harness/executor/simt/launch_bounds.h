// What is known of a kernel before it is launched.
#pragma once
#include <cstddef>

namespace simt {

// The most threads that a block of this kernel may have, by __launch_bounds__; 0: it does not say.
unsigned threads_allowed(const void* kernel);
// Bytes of the __shared__ arrays of fixed size that its own code uses, not that of functions which it calls. Of whole
// programs alone (./ladder try).
size_t static_shared(const void* kernel);

}  // namespace simt
