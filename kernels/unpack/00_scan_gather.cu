// unpack/scan_gather · scan, gather
// The inverse of pack. Which packed element comes here? The one whose number is the count of flags set
// before: a prefix sum again. So scan the flags (by the kernels of scan/three_kernel, unchanged), and let
// each set flag fetch its element. The scan is inclusive: the place is one less.
// Watch: global sectors. The sums, as large as the output, go through memory four times. The gather itself
// is nearly coalesced: neighbours fetch neighbours.
#include "stage/unpack.h"

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

// Scans n elements. What the blocks leave is scanned by the same function, in place.
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

template <typename T>
__global__ void gather(const T* packed, const uint32_t* flags, const uint32_t* sums, T* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = flags[i] ? packed[sums[i] - 1] : T{0};
}

template <typename T>
void run(const UnpackJob<T>& job) {
  const Shape shape{blocks_for(job.n, job.block), job.block};
  uint32_t* sums = scratch<uint32_t>(job, "sums", job.n);
  with_block_size(job.block, [&](auto block) { scan<uint32_t, block>(job, job.flags, sums, job.n); });
  launch(job, gather<T>, shape, job.packed, job.flags, sums, job.output, job.n);
}

}  // namespace

STAGE("unpack/scan_gather", "scan, gather", run<uint32_t>, run<int32_t>, run<float>)
    .max_n(UINT32_MAX, "the places are 32-bit numbers");
