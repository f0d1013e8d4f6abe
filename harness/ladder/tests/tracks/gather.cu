// One thread for each element of the output.
#include "gather.h"

namespace {

template <typename T>
__global__ void gather(const T* table, const uint32_t* index, T* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = table[index[i]];
}

template <typename T>
void run(const GatherJob<T>& job) {
  launch(job, gather<T>, {blocks_for(job.n, job.block), job.block}, job.table, job.index, job.output, job.n);
}

STAGE("test_gather/naive", "a thread for each element", run<float>, run<uint32_t>);

}  // namespace
