// What kernels declare by __launch_bounds__.
#pragma once

namespace simt {

// The most threads that a block of this kernel may have; 0: it does not say.
unsigned threads_allowed(const void* kernel);

}  // namespace simt
