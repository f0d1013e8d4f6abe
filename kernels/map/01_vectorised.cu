// map/vectorised · four elements per thread
// `naive` spends a load, a store and an address on every element. Here a thread moves four neighbours as one
// float4: the same bytes with a quarter of the threads and of the instructions. The thread at the end of the
// array takes what is left one by one, so nothing is dropped.
// Watch: requests fall to a quarter, sectors per request rise from 4 to 16, and the sectors stay the same. For
// large n it is faster, and as fast as memcpy.
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
