// pack/scan_scatter · flags, scan, scatter
// Where does a kept element go? To the place whose number is the count of kept elements before it: a
// prefix sum. So mark what is kept with a 1, scan the flags (by the kernels of scan/three_kernel,
// unchanged), and let each kept element go where its sum says. The scan is inclusive: the place is one
// less, and the last sum is the count.
// Watch: global sectors. Flags and sums, as large as the input, go through memory six times to help one
// pass over it. The scattered stores themselves are nearly coalesced, since the order is kept.
#include "stage/pack.h"

namespace {

template <typename T>
__global__ void mark(const T* input, uint32_t* flags, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) flags[i] = keep(input[i]) ? 1 : 0;
}

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
__global__ void scatter(const T* input, const uint32_t* sums, T* output, uint64_t* count, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const T x = i < n ? input[i] : T{0};
  if (i < n && keep(x)) output[sums[i] - 1] = x;
  if (i == 0) *count = n > 0 ? sums[n - 1] : 0;
}

template <typename T>
void run(const PackJob<T>& job) {
  const Shape shape{blocks_for(job.n, job.block), job.block};
  uint32_t* flags = scratch<uint32_t>(job, "flags", job.n);
  uint32_t* sums = scratch<uint32_t>(job, "sums", job.n);
  launch(job, mark<T>, shape, job.input, flags, job.n);
  with_block_size(job.block, [&](auto block) { scan<uint32_t, block>(job, flags, sums, job.n); });
  launch(job, scatter<T>, shape, job.input, sums, job.output, job.count, job.n);
}

}  // namespace

STAGE("pack/scan_scatter", "flags, scan, scatter", run<uint32_t>, run<int32_t>)
    .max_n(UINT32_MAX, "the places are 32-bit numbers");
