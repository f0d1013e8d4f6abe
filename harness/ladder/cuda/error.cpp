#include "cuda/error.h"

#include "device/machine.h"
#include "mpi/job.h"

using namespace ladder;

namespace ladder::cuda {

void no_memory(const std::string& what) {
  if (mpi::processes() == 1) throw device::OutOfMemory(what);
  throw Error(what + " (in one of several processes; a smaller --n needs less)");
}

void fail(cudaError_t status) {
  if (status == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();  // otherwise the next launch would report the error
    no_memory("not enough free memory on the GPU");
  }
  throw Error(std::string(cudaGetErrorName(status)) + ": " + cudaGetErrorString(status));
}

}  // namespace ladder::cuda
