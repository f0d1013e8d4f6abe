// cuda::check: checks every CUDA call's return code. For its exceptions, see error.h.
#pragma once
#include <cuda_runtime_api.h>

namespace ladder::cuda {

[[noreturn]] void fail(cudaError_t);

inline void check(cudaError_t status) {
  if (status != cudaSuccess) fail(status);
}

}  // namespace ladder::cuda
