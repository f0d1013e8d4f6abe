// pitfalls/missing_fence · the last block adds up the block sums, but nothing orders them before its ticket
// Tempting: the atomic is executed after the store, so whoever sees the ticket seems to see the sum.
// A store may become visible to other blocks later than an atomic that comes after it: __threadfence()
// belongs between.
#include "stage/reduce.h"

namespace {

template <typename T>
__device__ void block_reduce(T* partial, unsigned tid) {
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
}

template <typename T>
__global__ void reduce(const T* input, T* block_sums, unsigned* ticket, T* output, size_t n) {
  __shared__ T partial[kMaxBlock];
  __shared__ bool last;
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();
  block_reduce(partial, tid);

  if (tid == 0) {
    block_sums[blockIdx.x] = partial[0];
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // wrong: no __threadfence() before it
  }
  __syncthreads();
  if (!last) return;
  __threadfence();

  partial[tid] = T{0};
  for (unsigned b = tid; b < gridDim.x; b += blockDim.x) partial[tid] += block_sums[b];
  __syncthreads();
  block_reduce(partial, tid);
  if (tid == 0) *output = partial[0];
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const unsigned grid = blocks_for(job.n, job.block);
  launch(job, reduce<T>, {grid, job.block}, job.input, scratch<T>(job, "block_sums", grid),
         state<unsigned>(job, "ticket", 1), job.output, job.n);
}

}  // namespace

STAGE("pitfalls/missing_fence", "no fence before the last block's ticket", run<float>, run<int32_t>)
    .expect("race", "the atomic stands after the store, and mostly it works");
