// pitfalls/restarting_scan · right for one block
// A scan of each block is mistaken for a scan of the whole input.
// Tempting: it is the textbook scan, right for every array that fits into one block, and fast. But from
// the second block on, each prefix lacks the sum of all blocks before it.
#include "tracks/scan.h"

namespace {

template <typename T>
__global__ void scan(const T* input, T* output, size_t n) {
  __shared__ T tile[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  tile[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const T before = tid >= s ? tile[tid - s] : T{0};
    __syncthreads();
    tile[tid] += before;
    __syncthreads();
  }
  if (i < n) output[i] = tile[tid];  // wrong: the sums of the earlier blocks are missing
}

template <typename T>
void run(const ScanJob<T>& job) {
  launch(job, scan<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("pitfalls/restarting_scan", "right for one block", run<uint32_t>, run<int32_t>, run<float>)
    .inclusive()
    .spoils("scan/three_kernel")
    .expect("wrong", "right for every array that fits one block");
