// map/vectorised · four elements per thread
// A thread moves four neighbours as one float4. The thread at the end of the array moves the rest one by one.
// Watch: requests fall to a quarter, with 16 sectors each instead of 4, so the number of sectors stays the same.
#include "tracks/map.h"

namespace {

__global__ void square_root(const float* input, float* output, size_t n) {
  const size_t i = 4 * (size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (i + 4 <= n) {
    const float4 x = *reinterpret_cast<const float4*>(input + i);
    *reinterpret_cast<float4*>(output + i) = make_float4(sqrtf(x.x), sqrtf(x.y), sqrtf(x.z), sqrtf(x.w));
  } else {
    for (size_t tail = i; tail < n; ++tail) output[tail] = sqrtf(input[tail]);
  }
}

void run(const MapJob<float>& job) {
  launch(job, square_root, {blocks_for(job.n, 4 * job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("map/vectorised", "four elements per thread", run).after("naive");
