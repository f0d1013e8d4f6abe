#include "cuda/code.h"

#include <cuda_runtime.h>

#include "cuda/device_facts.h"
#include "cuda/error.h"

namespace ladder::cuda {
namespace {

__global__ void any_kernel() {}  // every kernel in the program is compiled for the same architectures

}  // namespace

unsigned code_sm() {
  cudaFuncAttributes attributes;
  switch (const cudaError_t error = cudaFuncGetAttributes(&attributes, any_kernel)) {
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorUnsupportedPtxVersion:
      (void)cudaGetLastError();  // otherwise the next launch would report the error
      return 0;
    default:
      check(error);
      return static_cast<unsigned>(attributes.ptxVersion);
  }
}

std::string compiled_for() {
  constexpr unsigned kArchitectures[] = {__CUDA_ARCH_LIST__};  // 750, 900
  std::string text;
  for (const unsigned architecture : kArchitectures)
    text += (text.empty() ? "" : ", ") + capability(architecture / 10);
  return text;
}

}  // namespace ladder::cuda
