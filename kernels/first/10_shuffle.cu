// first/shuffle · a warp adds up without memory
// A shuffle passes a value from a register of one lane to a register of another lane in the same warp. The distances
// of the five rounds are 16, 8, 4, 2 and 1; each round halves the number of lanes whose sums still matter.
// Watch: five shuffles per warp, no shared memory, no barrier.
#include "tracks/reduce.h"

namespace {

constexpr unsigned kAllLanes = 0xffffffff;

__global__ void add_up(const int* input, int* sum, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % kWarpSize;
  int value = i < n ? input[i] : 0;
  // Your part: make `value` in lane 0 the sum of the warp's values.
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(kAllLanes, value, distance);
  // End of your part.
  if (lane == 0) atomicAdd(sum, value);
}

void run(const ReduceJob<int>& job) {
  job.context.zero(job.output, sizeof(int));
  launch(job, add_up, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/shuffle", "a warp adds up without memory", run).after("bank_conflict");
