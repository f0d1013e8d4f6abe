// Selects and orders the findings that explain why an answer is wrong or does more work than the solution.
// The findings are produced elsewhere (judge.cpp; diagnose/diagnose.h), and put into words in
// findings/sentences.def.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bench/observe.h"
#include "bench/result.h"
#include "practice/build.h"
#include "practice/exercise.h"
#include "practice/judge.h"

namespace ladder::practice {

// The facts known about a file, and what is needed to run it again to find more.
struct Attempt {
  const Exercise& exercise;
  const stage::Stage& stage;  // the stage that the file must implement
  const Built& built;
  uint64_t seed = 1;
  // A question about a run, answered in a separate process; no answer if that process does not finish.
  using Ask = std::function<findings::Findings(const stage::Stage&, const bench::Conditions&)>;
  std::function<findings::Findings(const Ask&, const bench::Conditions&)> asked;
  std::function<std::vector<bench::Result>(size_t n, unsigned block)> checked;
};

// Does the finding reveal what the solution does, or where the text differs from the solution?
bool compares_with_solution(const findings::Evidence&);

// A race as it was observed, without the missing ordering.
findings::Evidence without_cure(const findings::Evidence&);

// "wrong result and a race", "right by luck: a race", "the kernel did not finish within 6 seconds"
findings::Evidence what_is(const bench::Result&);
bool names_hazard(const findings::Evidence&);             // what_is() says more than that the result is wrong
std::string case_that_did_not_end(const bench::Result&);  // "n = 1000, random input"; "" if all ended

// The findings in an incorrect result itself: its message, its hazards, and their lines.
findings::Findings said_by(const Attempt&, const bench::Result&);
findings::Findings lines_of(const simt::Hazard&);  // "  practice/reduce/v2.cu:18: read by block 0, thread 32"

// Puts the causes before the details of the step; for a pitfall, after them, because finding the cause is
// the exercise. `few`: the file was run at a few sizes only, with blocks of `block`.
void add_causes(const Attempt&, const std::vector<bench::Result>&, bool few, unsigned block, Step&);

// Possible faults of a right answer: at untested sizes, or on a GPU.
findings::Findings doubts(const Built&);

struct Judged;
findings::Evidence more_work(const Judged&);  // "30 % above the target", "3.2 times the target"
// For a right answer: by how much and on which line it misses its targets, and a cheaper alternative. The
// steps are those of the judged counters; `goal_lines`: the cost of each line of the solution.
void add_why_missed(const Attempt&, const Change&, const simt::Counters& goal, const simt::Observation&,
                    const std::vector<simt::LineCost>& goal_lines, unsigned block, std::vector<Step>&);

}  // namespace ladder::practice
