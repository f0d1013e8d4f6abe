// first/vote · 32 answers in one word
// How many elements pass a test? A warp could add up zeros and ones with five shuffles. But each answer is only
// one bit. A ballot gives every lane a word with the answers of all 32 lanes, and __popc counts the ones in it.
// Watch: one vote instead of five shuffles.
#include "tracks/count.h"

namespace {

constexpr unsigned kAllLanes = 0xffffffff;

__global__ void count(const int* input, int* kept, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % kWarpSize;
  const bool yes = i < n && keep(input[i]);
  // Your part: count the lanes that say yes, with one instruction for the whole warp.
  // Was: int votes = yes ? 1 : 0;
  // Was: for (unsigned distance = 16; distance > 0; distance /= 2)
  // Was:   votes += __shfl_down_sync(kAllLanes, votes, distance);
  const int votes = __popc(__ballot_sync(kAllLanes, yes));
  // End of your part.
  if (lane == 0) atomicAdd(kept, votes);
}

void run(const CountJob<int>& job) {
  job.context.zero(job.output, sizeof(int));
  launch(job, count, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/vote", "32 answers in one word", run).after("shuffle");
