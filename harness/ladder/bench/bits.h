// Tests whether a float result is bitwise identical in every run, with every block size and on every GPU.
#pragma once
#include <string>
#include <vector>

#include "bench/plan.h"
#include "stage/registry.h"

namespace ladder::bench {

// Returns whether the order of additions matters. It does not matter if a stage declares a race, is a pitfall,
// or needs several GPUs.
bool adds_floats(const stage::Stage&);

// One row for each n and each stage that adds floats; on a GPU, also for the peers. A job is run
// Plan::repetitions times (0: 100 on a GPU, 24 on the executor) alongside other load, then with other block
// sizes, and then with the properties of smaller or older GPUs (Machine::present). A row is wrong if a result
// was wrong, or if results differed although the stage declares that they do not (Registration::same_bits).
std::vector<Result> bits(const Plan&, Progress&);

struct OtherGpu {
  std::string name;  // for messages: "on NVIDIA H200 (results/h200/bits.json)"
  bool both_sm_90 = true;
  bool same_cub = true;
};
// Compares with another GPU's results: a row whose stage promises the same bits on both GPUs becomes wrong if
// they differ. Returns how many rows could be compared. Rows whose values may differ from run to run are left
// out; peers are compared only if both results come from the same CUB version.
size_t compare_bits(std::vector<Result>&, const std::vector<Result>& elsewhere, const OtherGpu&);

}  // namespace ladder::bench
