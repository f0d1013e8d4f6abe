// The cost of the solution under random conditions chosen when judging begins, so that a file cannot
// be written just for these conditions.
#pragma once
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "bench/runner.h"
#include "bench/observe.h"
#include "os/isolate.h"
#include "practice/exercise.h"

namespace ladder::practice {

struct Yardstick {
  bench::Conditions conditions;
  simt::Counters counters;
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0, float_divisions = 0;  // see simt::trace::Share
  uint64_t rounds = 0;                                                           // see CountedRun
  uint32_t threads = 0;                                                          // see simt::Observation
};
// The maximum values for the solution under these conditions.
Yardstick yardstick_at(const Exercise&, const bench::Conditions&, const std::function<bool()>& give_up = {});

// The parts of yardstick_at(), for the judge, which runs the solution at the same time as other jobs.
bench::Conditions drawn_conditions(const Exercise&, uint64_t seed);
std::string text_of(const bench::Conditions&);
const stage::Stage& goal_of(const Exercise&);  // the stage with which the file is compared

// The result of one run under the conditions of a count.
struct CountedRun {
  bench::Observed observed;
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0, float_divisions = 0;  // see simt::trace::Share
  std::string read_by_host;                                                      // see simt::trace::Share
  uint64_t rounds = 0;  // loop iterations: how often warps return to a line
  std::vector<bench::Ended> ended;
};
constexpr auto members_of(const CountedRun*) {
  using data::Member;
  return std::tuple{Member{"observed", &CountedRun::observed},
                    Member{"longest", &CountedRun::longest},
                    Member{"longest_bytes", &CountedRun::longest_bytes},
                    Member{"host_steps", &CountedRun::host_steps},
                    Member{"read_by_host", &CountedRun::read_by_host},
                    Member{"float_divisions", &CountedRun::float_divisions},
                    Member{"rounds", &CountedRun::rounds},
                    Member{"ended", &CountedRun::ended}};
}
// A counter in a run of the file and in a run of the solution.
findings::Evidence counted_more(findings::Cause, const Exercise&, const std::string& counter, double here,
                                double there, const std::string& at);
CountedRun run_of_goal(const Exercise&, bench::Conditions);       // call this in a separate process
CountedRun run_of_stage(const stage::Stage&, bench::Conditions);  // call this in a separate process
uint64_t rounds_of(const simt::Observation&, const bench::Conditions&);
// Makes a Yardstick from the result of run_of_goal(). Throws os::Error.
Yardstick yardstick_of(const Exercise&, const bench::Conditions&, const os::Outcome&);

}  // namespace ladder::practice
