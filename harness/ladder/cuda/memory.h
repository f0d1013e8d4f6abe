// Device memory without guard bands, freed with its owner. Used inside harness/ladder/cuda.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>

#include "cuda/error.h"
#include "device/machine.h"

namespace ladder::cuda {

struct Memory {
  void* data = nullptr;

  explicit Memory(size_t bytes) {
    const cudaError_t error = cudaMalloc(&data, bytes);
    if (error == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();  // otherwise the next launch would report the error
      no_memory("not enough memory on the GPU for the benchmark's own buffers");
    }
    check(error);
  }
  ~Memory() { (void)cudaFree(data); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
};

}  // namespace ladder::cuda
