// cuda::check: every CUDA call's return code, as an exception with the call's own words. Too little memory is
// an exception of its own: a first launch of a kernel, too, takes memory, and the GPU works on without it.
#pragma once
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

#include "device/machine.h"
#include "mpi/job.h"

namespace cuda {

struct Error : ::std::runtime_error {  // libcu++ has a cuda::std of its own
  using ::std::runtime_error::runtime_error;
};

// A row without memory is skipped. One of several processes cannot skip what the others go on with.
[[noreturn]] inline void no_memory(const ::std::string& what) {
  if (mpi::processes() == 1) throw device::OutOfMemory(what);
  throw Error(what + " (in one of several processes; a smaller --n needs less)");
}

inline void check(cudaError_t status) {
  if (status == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();  // or the next launch would report it
    no_memory("not enough free memory on the GPU");
  }
  if (status != cudaSuccess)
    throw Error(::std::string(cudaGetErrorName(status)) + ": " + cudaGetErrorString(status));
}

}  // namespace cuda
