// The parts that run() puts together: one for each backend, and what is worked out from all rows.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "bench/runner.h"
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
void take_end(Result&, const Ended&);  // of the process that holds the stage

// Stages that ran into an endless loop. The rest of their rows is not run, and gets the same verdict.
class Endless {
 public:
  bool wanted(const Row&) const;
  void note(const Row&);  // concluded
  void take(Row&) const;  // one that was not wanted

 private:
  std::map<std::string, Result> found_;
};

// On the executor the right answer is not enough: a hazard is wrong even where nothing came of it this time.
// A correct row with hazards becomes racy, or declared_racy if they are races and the stage says so itself. The
// message of a wrong one tells the hazard first.
void judge_hazards(Result&, const stage::Stage&);

// vs_first, vs_previous and vs_peer among rows with the same backend, n, element type and kind of scan.
// None for, or over, a row that did not pass.
void compute_speedups(std::vector<Row>&);

unsigned repetitions(const Plan&, unsigned otherwise);

}  // namespace bench
