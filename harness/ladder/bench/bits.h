// Is a float result the same to the bit: in every run, with blocks of every size, on every GPU?
#pragma once
#include <string>
#include <vector>

#include "bench/plan.h"
#include "stage/registry.h"

namespace bench {

// Is there an order of additions to ask about? Not where a stage declares a race, is a pitfall, or needs several GPUs.
bool adds_floats(const stage::Stage&);

// One row for each stage that adds floats, and n; on a GPU also for the peers. A job is run Plan::repetitions times
// (0: 100 on a GPU, 24 on the executor) with other work beside it, then with blocks of other sizes, then on GPUs that are presented as smaller or older.
// A row is wrong if a result was wrong, or differed where the stage says that it does not (Registration::same_bits).
std::vector<Result> bits(const Plan&, Progress&);

struct OtherGpu {
  std::string name;  // in messages: "on NVIDIA H200 (results/h200/bits.json)"
  bool both_sm_90 = true;
  bool same_cub = true;
};
// What another GPU gave: a row whose stage promises the same there, and did not get it, becomes wrong. How many rows could
// be compared: not those that promise nothing from run to run, and peers of the same CUB alone.
size_t compare_bits(std::vector<Result>&, const std::vector<Result>& elsewhere, const OtherGpu&);

}  // namespace bench
