// The number of blocks of a kernel that fit on one multiprocessor, for __launch_bounds__. This header is
// separate from launch.h so that only the files that include it depend on the architecture.
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

// The maximum numbers of resident threads and blocks on the architecture being compiled for. (CUDA C++ Programming
// Guide, "Technical Specifications per Compute Capability"; ptxas rejects more blocks than that.)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr unsigned kMaxThreads = 1024, kMaxBlocks = 16;
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870)
inline constexpr unsigned kMaxThreads = 1536, kMaxBlocks = 16;
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1100)
inline constexpr unsigned kMaxThreads = 1536, kMaxBlocks = 24;
#else
inline constexpr unsigned kMaxThreads = 2048, kMaxBlocks = 32;
#endif

// The number of blocks that fill a multiprocessor, or fill it up to that number of threads.
constexpr unsigned blocks_to_fill(unsigned block, unsigned threads = kMaxThreads) {
  const unsigned blocks = (threads < kMaxThreads ? threads : kMaxThreads) / block;
  return blocks < kMaxBlocks ? blocks : kMaxBlocks;
}

}  // namespace ladder::stage::inline STAGE_BACKEND
