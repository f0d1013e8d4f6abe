// controls/v1_levels · what do bank conflicts cost, if the instructions are the same?
// The kernel's arguments determine which elements each level adds: here those of `reduce/v1`, with its bank
// conflicts, and in `controls/v2_levels` those of `reduce/v2`. Both controls run the same machine code.
// Compare with: controls/v2_levels.
#include "14_levels.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  run(job, {.step = 2, .distance = 1, .step_up = 1, .distance_up = 1, .distance_down = 0});
}

}  // namespace

STAGE("controls/v1_levels", "what do bank conflicts cost, if the instructions are the same?", run<float>,
      run<int32_t>);
