// A fact of the architecture that kernels ask at compile time. Apart from launch.h, so that the files whose code
// depends on the architecture are those that include it.
#pragma once
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

// How many threads one multiprocessor holds at once, on the architecture that is being compiled for: for
// __launch_bounds__. (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr unsigned kMaxThreads = 1024;
#elif defined(__CUDA_ARCH__) && \
    (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1100)
inline constexpr unsigned kMaxThreads = 1536;
#else
inline constexpr unsigned kMaxThreads = 2048;
#endif

}  // namespace stage::inline STAGE_BACKEND
