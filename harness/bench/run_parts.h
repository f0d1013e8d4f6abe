// The parts that run() puts together: one for each backend, and what is worked out from all rows.
#pragma once
#include <vector>

#include "bench/measure.h"
#include "bench/plan.h"
#include "bench/rows.h"

namespace bench {

std::vector<Row> run_cuda(const Plan&, Progress&);
std::vector<Row> run_simt(const Plan&, Progress&);
std::vector<Row> run_cpu(const Plan&, Progress&);

void take_measured(Result&, const Measured&);

// A row whose process ended badly: verdict and hazard.
void take_failure(Result&, const os::Outcome&, const std::string& doing);

// On the executor the right answer is not enough: a hazard is wrong even where nothing came of it this time.
// A correct row with hazards becomes racy, or declared_racy if they are races and the stage says so itself.
void judge_hazards(Result&, const stage::Stage&);

// vs_first, vs_previous and vs_peer among rows with the same backend, n, element type and kind of scan.
// None for, or over, a row that did not pass.
void compute_speedups(std::vector<Row>&);

unsigned repetitions(const Plan&, unsigned otherwise);

}  // namespace bench
