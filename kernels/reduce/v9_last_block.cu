// reduce/v9 · one launch, the last block finishes
// v8 ends with a second launch for the block sums: 2 to 3 µs, more than a small sum itself. Here every block
// draws a ticket after it has written its sum, and the one that draws the last ticket adds up all sums.
// atomicInc goes back to 0 by itself after grid - 1, so the next run finds a fresh ticket without a memset.
// The fences keep order: my sum before my ticket, the last ticket before everybody's sums. And the sums are
// added in the order of the blocks, whoever is last: a float result is the same in every run.
// Watch: 1 launch in place of 2, one atomic per block. (Vec and block_sum are v8's and v7's, from vectors.h.)
#include "stage/reduce.h"
#include "stage/vectors.h"

namespace {

constexpr int kPerThread = 4;  // vector loads in flight

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, unsigned* ticket, T* output, size_t n) {
  __shared__ T partial[kBlock / kWarpSize], collected[kBlock / kWarpSize];
  __shared__ bool is_last;
  const unsigned tid = threadIdx.x;
  constexpr unsigned kSize = Vec<T>::kSize;
  constexpr size_t kTile = size_t{kBlock} * kPerThread * kSize;
  T sum{0};
  const size_t tiles = n / kTile;  // the full ones need no questions
  size_t tile = blockIdx.x;
  for (; tile < tiles; tile += gridDim.x) {
    Vec<T> v[kPerThread];
    for (int k = 0; k < kPerThread; ++k) v[k] = load_vec(input + tile * kTile + (k * kBlock + tid) * kSize);
    for (int k = 0; k < kPerThread; ++k) sum += vec_sum(v[k]);
  }
  if (tile == tiles && n % kTile > 0)  // the rest, for the block whose turn it is
    for (int k = 0; k < kPerThread; ++k)
      sum += vec_sum(load_vec(input, tiles * kTile + (k * kBlock + tid) * kSize, n));
  sum = block_sum<kBlock>(sum, partial);

  if (tid == 0) {
    block_sums[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  sum = T{0};
  for (unsigned b = tid; b < gridDim.x; b += kBlock) sum += __ldcg(block_sums + b);  // straight from the L2
  sum = block_sum<kBlock>(sum, collected);
  if (tid == 0) *output = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned most = resident_grid(job, reduce<T, kBlock>, kBlock);
    const unsigned grid = std::min(most, blocks_for(job.n, kBlock * kPerThread * Vec<T>::kSize));
    T* block_sums = scratch<T>(job, "block_sums", grid);
    unsigned* ticket = state<unsigned>(job, "ticket", 1);
    launch(job, reduce<T, kBlock>, {grid, kBlock}, job.input, block_sums, ticket, job.output, job.n);
  });
}

}  // namespace

STAGE("reduce/v9", "one launch, the last block finishes", run<float>, run<int32_t>).after("v8");
