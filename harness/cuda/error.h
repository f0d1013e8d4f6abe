// cuda::check: every CUDA call's return code, as an exception with the call's own words. Too little memory is
// an exception of its own: a first launch of a kernel, too, takes memory, and the GPU works on without it.
#pragma once
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

#include "device/machine.h"

namespace cuda {

struct Error : ::std::runtime_error {  // libcu++ has a cuda::std of its own
  using ::std::runtime_error::runtime_error;
};

inline void check(cudaError_t status) {
  if (status == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();  // or the next launch would report it
    throw device::OutOfMemory("not enough free memory on the GPU");
  }
  if (status != cudaSuccess)
    throw Error(::std::string(cudaGetErrorName(status)) + ": " + cudaGetErrorString(status));
}

}  // namespace cuda
