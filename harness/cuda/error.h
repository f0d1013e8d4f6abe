// cuda::check: every CUDA call's return code, as an exception with the call's own words.
#pragma once
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace cuda {

struct Error : ::std::runtime_error {  // libcu++ has a cuda::std of its own
  using ::std::runtime_error::runtime_error;
};

inline void check(cudaError_t status) {
  if (status != cudaSuccess)
    throw Error(::std::string(cudaGetErrorName(status)) + ": " + cudaGetErrorString(status));
}

}  // namespace cuda
