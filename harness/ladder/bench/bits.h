// Is a float result the same to the bit: in every run, with blocks of every size, on every GPU?
#pragma once
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

// What another GPU gave: a row whose stage promises the same there, and did not get it, becomes wrong. `name` appears
// in its message. How many rows could be compared.
size_t compare_bits(std::vector<Result>&, const std::vector<Result>& elsewhere, const std::string& name);

}  // namespace bench
