// unpack/scan_gather · scan, gather
// This is the inverse of pack: scan the flags (with the kernels of `scan/three_kernel`), and for each set flag
// load the packed element that its sum indicates. The scan is inclusive, so the index is the sum - 1.
// Watch: global sectors. The sums, an array as large as the output, move four times. The gather is nearly coalesced.
#include "tracks/unpack.h"
#include "../scan/01_three_kernel.cuh"

namespace {

template <typename T>
__global__ void gather(const T* packed, const uint32_t* flags, const uint32_t* sums, T* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = flags[i] ? packed[sums[i] - 1] : T{0};
}

template <typename T>
void run(const UnpackJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, job.block);
  uint32_t* sums = scratch<uint32_t>(job, "sums", job.n);
  with_block_size(job.block, [&](auto block) { scan<uint32_t, block>(job, job.flags, sums, job.n); });
  launch(job, gather<T>, {blocks, job.block}, job.packed, job.flags, sums, job.output, job.n);
}

}  // namespace

STAGE("unpack/scan_gather", "scan, gather", run<uint32_t>, run<int32_t>, run<float>)
    .max_n(UINT32_MAX, "the indices are 32-bit numbers");
