// controls/v2_levels · what do bank conflicts cost, if the instructions are the same?
// This is the kernel of `controls/v1_levels` with other arguments: the elements that a level adds are those of
// `reduce/v2`, which has no bank conflicts. Compare with: controls/v1_levels.
#include "14_levels.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  run(job, {.step = 1, .distance = job.block / 2, .step_up = 0, .distance_up = 0, .distance_down = 1});
}

}  // namespace

STAGE("controls/v2_levels", "what do bank conflicts cost, if the instructions are the same?", run<float>,
      run<int32_t>);
