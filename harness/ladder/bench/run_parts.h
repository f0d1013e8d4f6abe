// The parts that run() combines: one for each backend, and the values derived from all rows.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "bench/runner.h"
#include "bench/measure.h"
#include "bench/plan.h"
#include "bench/rows.h"

namespace ladder::bench {

std::vector<Row> run_cuda(const Plan&, Progress&);
std::vector<Row> run_simt(const Plan&, Progress&);
std::vector<Row> run_cpu(const Plan&, Progress&);

void take_measured(Result&, const Measured&);

// Sets the verdict and hazard of a row whose process ended abnormally.
void take_failure(Result&, const os::Outcome&, const std::string& doing);
// Like take_failure(), for the process that holds the stage. `may_have_more_time`: --timeout sets its limit.
void take_end(Result&, const Ended&, bool may_have_more_time = false);

// Stages that entered an endless loop. Their remaining rows are not run, and get the same verdict.
class Endless {
 public:
  bool wanted(const Row&) const;
  void note(const Row&);  // a row with its final verdict
  void take(Row&) const;  // a row that was left out

 private:
  std::map<std::string, Result> found_;
};

// On the executor, a right answer is not enough: a hazard is a mistake even if it had no effect this time. A
// correct row with hazards becomes racy, or declared_racy if they are races that the stage declares. The
// message for a wrong row names the hazard first.
void judge_hazards(Result&, const stage::Stage&);

// Sets vs_first, vs_previous and vs_peer among rows with the same backend, n, element type and kind of scan.
// A row that did not pass has no speedups, and no other row is compared with it.
void compute_speedups(std::vector<Row>&);

unsigned repetitions(const Plan&, unsigned otherwise);

}  // namespace ladder::bench
