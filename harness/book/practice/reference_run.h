// What the rung itself takes, at conditions that are drawn when judging begins: nobody can write a file for them alone.
#pragma once
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "bench/runner.h"
#include "bench/observe.h"
#include "os/isolate.h"
#include "practice/exercise.h"

namespace practice {

struct Yardstick {
  bench::Conditions conditions;
  simt::Counters counters;
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0, float_divisions = 0;  // as in simt::trace::Share
  uint64_t rounds = 0;                                                           // as in CountedRun
};
// The longest of the rung at these conditions alone.
Yardstick yardstick_at(const Exercise&, const bench::Conditions&, const std::function<bool()>& give_up = {});

// The parts of it. The judge makes this run beside others.
bench::Conditions drawn_conditions(const Exercise&, uint64_t seed);
std::string text_of(const bench::Conditions&);
const stage::Stage& goal_of(const Exercise&);  // the stage that the file is measured by

// What one run at the conditions of a count came to.
struct CountedRun {
  bench::Observed observed;
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0, float_divisions = 0;  // as in simt::trace::Share
  std::string read_by_host;                                                      // the same
  uint64_t rounds = 0;  // of loops: how often warps come to a line where they have been
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
// A counter of a file's run, and of the goal's.
ladder::Evidence counted_more(ladder::Cause, const Exercise&, const std::string& counter, double here,
                              double there, const std::string& at);
CountedRun run_of_goal(const Exercise&, bench::Conditions);       // in a process of its own
CountedRun run_of_stage(const stage::Stage&, bench::Conditions);  // the same of any
uint64_t rounds_of(const simt::Observation&, const bench::Conditions&);
// What run_of_goal() came to. Throws os::Error.
Yardstick yardstick_of(const Exercise&, const bench::Conditions&, const os::Outcome&);

}  // namespace practice
