// controls/v10_cluster · distributed shared memory, or mailboxes?
// Question: is a small sum computed faster if the blocks form a cluster and each writes its partial sum into the
// shared memory of block 0? In `v10`, these sums are messages in global memory.
// Each block loads and adds the same elements as in `v10`, but the grid is one cluster of at most eight
// blocks.
// Compare with: `reduce/v8.1` and `reduce/v10`, for n up to 2^15 (block 256) or 2^17 (block 1024).
#include "stage/cluster.h"
#include "tracks/reduce.h"
#include "stage/vectors.h"

#include <bit>

namespace {

constexpr int kPerThread = 16;  // elements per thread in each tile

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* output, size_t n) {
  __shared__ T partial[kBlock / kWarpSize], collected[kMostInCluster];
  const unsigned tid = threadIdx.x;
  const auto cluster = this_cluster();
  cluster
      .barrier_arrive();  // this block has started. (Other work is done between each arrival and its wait.)
  constexpr unsigned kSize = Vec<T>::kSize;     // elements per vector
  constexpr int kVectors = kPerThread / kSize;  // vectors per thread
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  T sum{0};
  size_t i = blockIdx.x * kTile + tid * kSize;
  for (; i < n / kTile * kTile; i += gridDim.x * kTile) {  // the full tiles
    Vec<T> v[kVectors];
    for (int k = 0; k < kVectors; ++k) v[k] = load_vec(input + i + k * kBlock * kSize);
    for (int k = 0; k < kVectors; ++k) sum += vec_sum(v[k]);
  }
  if (i < n)  // the rest
    for (int k = 0; k < kVectors; ++k) sum += vec_sum(load_vec(input, i + k * kBlock * kSize, n));

  sum = block_sum<kBlock>(sum, partial);
  cluster.barrier_wait();  // block 0 has started, so its shared memory can be written
  if (tid == 0) *cluster.map_shared_rank(collected + blockIdx.x, 0) = sum;
  cluster.barrier_arrive();
  if (blockIdx.x > 0) return;
  cluster.barrier_wait();  // every block has written its sum
  if (tid > 0) return;
  for (unsigned b = 1; b < gridDim.x; ++b) sum += collected[b];
  *output = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned grid = std::min(kMostInCluster, std::bit_ceil(blocks_for(job.n, kBlock * kPerThread)));
    launch_cluster(job, reduce<T, kBlock>, {grid, kBlock}, job.input, job.output, job.n);
  });
}

}  // namespace

STAGE("controls/v10_cluster", "distributed shared memory, or mailboxes?", run<float>, run<int32_t>)
    .needs_sm(90)
    .needs_gpu("thread block clusters")
    .same_bits(kEveryRun);
