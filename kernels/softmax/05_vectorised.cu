// softmax/vectorised · 16 bytes a lane
// A lane moves four consecutive elements as one vector. A row of 32 columns then has 8 vectors, so 8 lanes hold
// it, and a warp holds four such rows. If the number of columns is not a multiple of 4, elements move one by one.
// Watch: load and store requests fall to a quarter; the number of sectors stays the same.
// The diff is long: elements become vectors in every line, and the lanes per row become a template parameter.
#include "05_vectorised.cuh"

namespace {

void run(const SoftmaxJob<float>& job) { by_lanes(job, job.block); }

}  // namespace

STAGE("softmax/vectorised", "16 bytes a lane", run).after("in_registers");
