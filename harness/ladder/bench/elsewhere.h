// A kernel file that another process holds: its stages run there, and what they leave in device memory is judged here.
// Used by practice, for files that this program must not hold.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "data/members.h"
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

class Elsewhere {
 public:
  virtual ~Elsewhere() = default;
  // In a process that is about to make problems in device memory, once.
  virtual void begin() = 0;
  // Variant::run, with the options of the trace that are set here; what was observed is then found here too, with
  // simt::take_observation(). Throws what the launcher threw, as std::runtime_error, and Ended.
  virtual void run(const stage::Stage&, stage::DType, const stage::Job&) = 0;
  std::vector<std::string> left_in_state;  // by the last run: as in simt/machine.h, and not to be trusted
};

// For this process and those that it forks; nullptr: stages run in this program.
void set_elsewhere(Elsewhere*);
Elsewhere* elsewhere();

// While it stands, stages run in this program.
class Here {
 public:
  Here() : held_(elsewhere()) { set_elsewhere(nullptr); }
  ~Here() { set_elsewhere(held_); }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;

 private:
  Elsewhere* held_;
};

}  // namespace bench
