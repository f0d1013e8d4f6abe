// softmax/vectorised · 16 bytes a lane
// A lane takes four consecutive elements as one vector. A row of 32 columns is then 8 vectors, so 8 lanes take it, and
// a warp takes four such rows. If the number of columns is not a multiple of 4, they are moved one by one.
// Watch: load and store requests fall to a quarter; the sectors stay the same.
// The diff is long: elements become vectors in every line, and the lanes per row become a template parameter.
#include "05_vectorised.cuh"

namespace {

void run(const SoftmaxJob<float>& job) { by_lanes(job, job.block); }

}  // namespace

STAGE("softmax/vectorised", "16 bytes a lane", run).after("in_registers");
