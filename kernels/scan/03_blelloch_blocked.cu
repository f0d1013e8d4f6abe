// scan/blelloch_blocked · the tree in shared memory
// Each block has its own tree in shared memory, with one thread for each pair. The block sums are scanned by the
// same kernels. The scan of the sums is exclusive too, so block b adds block_sums[b], not [b - 1].
// Watch: global requests are coalesced again, but shared requests take up to 16 wavefronts (32 if block >= 512).
// The diff is long: the tree moves into shared memory, and the block sums of `three_kernel` return.
#include "tracks/scan.h"

namespace {

constexpr int kPerThread = 2;  // elements

template <typename T, int kBlock>
__global__ void scan_blocks(const T* input, T* output, T* block_sums, size_t n) {
  constexpr unsigned kLeaves = 2 * kBlock;
  __shared__ T partial[kLeaves];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * kLeaves + tid;
  partial[tid] = i < n ? input[i] : T{0};
  partial[tid + kBlock] = i + kBlock < n ? input[i + kBlock] : T{0};
  __syncthreads();

  for (unsigned stride = 1, pairs = kLeaves / 2; pairs > 0; stride *= 2, pairs /= 2) {  // up-sweep
    const unsigned left = (2 * tid + 1) * stride - 1;
    const unsigned right = (2 * tid + 2) * stride - 1;
    if (tid < pairs) partial[right] += partial[left];
    __syncthreads();
  }
  const unsigned root = kLeaves - 1;
  if (tid == 0) {
    block_sums[blockIdx.x] = partial[root];
    partial[root] = T{0};
  }
  __syncthreads();
  for (unsigned stride = kLeaves / 2, pairs = 1; stride > 0; stride /= 2, pairs *= 2) {  // down-sweep
    const unsigned left = (2 * tid + 1) * stride - 1;
    const unsigned right = (2 * tid + 2) * stride - 1;
    if (tid < pairs) {
      const T before = partial[right];
      const T sum = partial[left];
      partial[left] = before;
      partial[right] = before + sum;
    }
    __syncthreads();
  }

  if (i < n) output[i] = partial[tid];
  if (i + kBlock < n) output[i + kBlock] = partial[tid + kBlock];
}

template <typename T, int kTile>
__global__ void add_block_sums(T* output, const T* block_sums, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] += block_sums[i / kTile];
}

// Scans n elements. The block sums are scanned by the same function, in place.
template <typename T, int kBlock>
void scan(const AnyJob& job, const T* input, T* output, size_t n, int level = 0) {
  constexpr int kTile = kPerThread * kBlock;
  const unsigned blocks = blocks_for(n, kTile);
  T* block_sums = scratch<T>(job, "block_sums", blocks, level);
  launch(job, scan_blocks<T, kBlock>, {blocks, kBlock}, input, output, block_sums, n);
  if (blocks == 1) return;
  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);
  launch(job, add_block_sums<T, kTile>, {blocks_for(n, kBlock), kBlock}, output, block_sums, n);
}

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) { scan<T, block>(job, job.input, job.output, job.n); });
}

}  // namespace

STAGE("scan/blelloch_blocked", "the tree in shared memory", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .exclusive()
    .after("blelloch_global");
