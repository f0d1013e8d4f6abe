// The interface that runs a stage, and a report of how another process that ran a stage ended.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "data/members.h"
#include "device/machine.h"
#include "simt/machine.h"
#include "simt/observation.h"
#include "stage/registry.h"

namespace ladder::bench {

// The other process ended in the middle of a job. (Not a std::exception, because launchers throw those.)
struct Ended {
  bool timed_out = false;
  std::string error;                  // "it crashed", if nothing more is known
  std::string doing;                  // "n = 33, random input"
  std::vector<simt::Hazard> earlier;  // hazards found before it ended
  std::vector<simt::Hazard> last;     // at most one: the line at which it ended, if it could report the line
  bool second_run = false;  // true if it was the second run on the same memory, after a correct first run
};
constexpr auto members_of(const Ended*) {
  using data::Member;
  return std::tuple{Member{"timed_out", &Ended::timed_out}, Member{"error", &Ended::error},
                    Member{"doing", &Ended::doing},         Member{"earlier", &Ended::earlier},
                    Member{"last", &Ended::last},           Member{"second_run", &Ended::second_run}};
}

// The finding for a hazard that ended a run although the previous run on the same memory was correct.
inline findings::Evidence in_a_later_run(findings::Evidence what) {
  return {findings::Cause::in_a_later_run, {{"what", std::move(what)}}};
}

// Runs a stage: in this program, or in another process that holds a reader's file (practice/remote_runner.h).
// Passed to everything that runs a stage. Nothing else depends on it, because this process creates the problem
// and compares its result.
class KernelRunner {
 public:
  virtual ~KernelRunner() = default;
  // Called once in a process, before it creates problems in device memory.
  virtual void begin() {}
  // Runs Variant::run with the trace options set here; the observations are then available here, through
  // simt::take_observation(). Throws the launcher's exception (as std::runtime_error from another process), and
  // Ended.
  virtual void run(const stage::Stage&, stage::DType, const stage::Job&) = 0;
  // State that the last run on this machine left non-zero, as in simt/machine.h. If it comes from another
  // process, it cannot be trusted.
  virtual std::vector<simt::LeftInState> left_in_state(device::Machine&) = 0;
};
KernelRunner& local_runner();

}  // namespace ladder::bench
