// The kernels of `scan/three_kernel` (explained there). The pack and unpack tracks also use them to scan their
// counts.
#include "tracks/scan.h"

namespace {

template <typename T, int kBlock>
__global__ void scan_blocks(const T* input, T* output, T* block_sums, size_t n) {
  __shared__ T partial[kBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * kBlock + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned shift = 1; shift < kBlock; shift *= 2) {
    const T left = tid >= shift ? partial[tid - shift] : T{0};
    __syncthreads();
    partial[tid] += left;
    __syncthreads();
  }

  if (i < n) output[i] = partial[tid];
  if (tid == kBlock - 1) block_sums[blockIdx.x] = partial[tid];
}

template <typename T, int kTile>
__global__ void add_block_sums(T* output, const T* block_sums, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= kTile && i < n) output[i] += block_sums[i / kTile - 1];
}

// Scans n elements. The block sums are scanned by the same function, in place.
template <typename T, int kBlock>
void scan(const AnyJob& job, const T* input, T* output, size_t n, int level = 0) {
  constexpr int kTile = kBlock;
  const unsigned blocks = blocks_for(n, kTile);
  T* block_sums = scratch<T>(job, "block_sums", blocks, level);
  launch(job, scan_blocks<T, kBlock>, {blocks, kBlock}, input, output, block_sums, n);
  if (blocks == 1) return;
  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);
  launch(job, add_block_sums<T, kTile>, {blocks_for(n, kBlock), kBlock}, output, block_sums, n);
}

}  // namespace
