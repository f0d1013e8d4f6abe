// Who runs a stage, and how another process that did so came to its end.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "data/members.h"
#include "device/machine.h"
#include "simt/observation.h"
#include "stage/registry.h"

namespace bench {

// The other process came to its end in the middle of a job. (No std::exception: launchers throw those.)
struct Ended {
  bool timed_out = false;
  std::string error;                  // "it crashed", where nothing more is known
  std::string doing;                  // "n = 33, random input"
  std::vector<simt::Hazard> earlier;  // found before
  std::vector<simt::Hazard> last;     // one, where it could still say where it was
  bool second_run = false;            // of the same memory, and the one before was right
};
constexpr auto members_of(const Ended*) {
  using data::Member;
  return std::tuple{Member{"timed_out", &Ended::timed_out}, Member{"error", &Ended::error},
                    Member{"doing", &Ended::doing},         Member{"earlier", &Ended::earlier},
                    Member{"last", &Ended::last},           Member{"second_run", &Ended::second_run}};
}

// Of a hazard that ended a run, though the run before on the same memory was right.
inline ladder::Evidence in_a_later_run(ladder::Evidence what) {
  return {ladder::Cause::in_a_later_run, {{"what", std::move(what)}}};
}

// Who runs a stage: this program, or another process that holds a reader's file (practice/remote_runner.h). It is an argument
// of whatever runs one, and nothing else changes with it: the problem is made, and its result compared, in this process.
class KernelRunner {
 public:
  virtual ~KernelRunner() = default;
  // In a process that is about to make problems in device memory, once.
  virtual void begin() {}
  // Variant::run, with the options of the trace that are set here; what was observed is then found here too, with
  // simt::take_observation(). Throws what the launcher threw, from another process as std::runtime_error, and Ended.
  virtual void run(const stage::Stage&, stage::DType, const stage::Job&) = 0;
  // In what the last run on this machine left something: as in simt/machine.h. Of another process it is not to be trusted.
  virtual std::vector<std::string> left_in_state(device::Machine&) = 0;
};
KernelRunner& local_runner();

}  // namespace bench
