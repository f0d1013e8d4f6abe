// pack/scan_scatter · flags, scan, scatter
// A kept element's index is the number of elements kept before it. So mark kept elements with 1, scan the flags (with
// `scan/three_kernel`), and scatter. The scan is inclusive, so the index is the sum - 1; the last sum is the count.
// Watch: global sectors. Flags and sums are as large as the input, and are read or written six times in total.
#include "tracks/pack.h"
#include "../scan/01_three_kernel.cuh"

namespace {

template <typename T>
__global__ void mark(const T* input, uint32_t* flags, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) flags[i] = keep(input[i]) ? 1 : 0;
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
  const unsigned blocks = blocks_for(job.n, job.block);
  uint32_t* flags = scratch<uint32_t>(job, "flags", job.n);
  uint32_t* sums = scratch<uint32_t>(job, "sums", job.n);
  launch(job, mark<T>, {blocks, job.block}, job.input, flags, job.n);
  with_block_size(job.block, [&](auto block) { scan<uint32_t, block>(job, flags, sums, job.n); });
  launch(job, scatter<T>, {blocks, job.block}, job.input, sums, job.output, job.count, job.n);
}

}  // namespace

STAGE("pack/scan_scatter", "flags, scan, scatter", run<uint32_t>, run<int32_t>)
    .max_n(UINT32_MAX, "the indices are 32-bit numbers");
