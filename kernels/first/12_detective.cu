// first/detective · right, but too much work
// Each thread adds up eight elements in a register. The lanes combine their sums once, at the end. The first version
// is correct too, but a thread's elements are adjacent, and the lanes combine their values after every element.
// Watch: 4 sectors per request, five shuffles and one atomic per warp.
#include "tracks/reduce.h"

namespace {

constexpr unsigned kAllLanes = 0xffffffff;
constexpr unsigned kEach = 8;  // elements per thread

__global__ void add_up(const int* input, int* sum, size_t n) {
  const size_t first_of_block = size_t{blockIdx.x} * blockDim.x * kEach;
  const unsigned tid = threadIdx.x, lane = tid % kWarpSize;
  // Your part: the result is right. Which part of the work is unnecessary?
  // Was: for (unsigned k = 0; k < kEach; ++k) {
  // Was:   const size_t i = first_of_block + kEach * tid + k;
  // Was:   int value = i < n ? input[i] : 0;
  // Was:   for (unsigned distance = 16; distance > 0; distance /= 2)
  // Was:     value += __shfl_down_sync(kAllLanes, value, distance);
  // Was:   if (lane == 0) atomicAdd(sum, value);
  // Was: }
  int value = 0;
  for (unsigned k = 0; k < kEach; ++k) {
    const size_t i = first_of_block + k * blockDim.x + tid;
    if (i < n) value += input[i];
  }
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(kAllLanes, value, distance);
  if (lane == 0) atomicAdd(sum, value);
  // End of your part.
}

void run(const ReduceJob<int>& job) {
  job.context.zero(job.output, sizeof(int));
  launch(job, add_up, {blocks_for(job.n, kEach * job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/detective", "right, but too much work", run).after("vote");
