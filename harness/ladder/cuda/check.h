// cuda::check: every CUDA call's return code. What a failure becomes: error.h.
#pragma once
#include <cuda_runtime_api.h>

namespace cuda {

[[noreturn]] void fail(cudaError_t);

inline void check(cudaError_t status) {
  if (status != cudaSuccess) fail(status);
}

}  // namespace cuda
