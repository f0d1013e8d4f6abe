// Runs functions in separate processes, so that a crash, an endless loop or a lost GPU context affects only one
// row, not the whole run. The parent must have no threads and no CUDA context.
#pragma once
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace ladder::os {

// Reports the work's current step, and restarts the clocks that end a process. `busy_seconds`: the CPU time
// that the next step may take (0: unlimited). This limit distinguishes an endless loop from slow work on a busy
// machine.
struct Report {
  std::function<void(const std::string& at, double busy_seconds)> send;
  void operator()(const std::string& at, double busy_seconds = 0) const { send(at, busy_seconds); }
};
using Work = std::function<std::string(const Report&)>;

struct Outcome {
  enum class Status { finished, failed, crashed, timed_out, not_wanted };
  Status status = Status::failed;
  std::string result;  // finished: the work's return value, any bytes
  std::string error;   // failed: the exception's message; crashed: the signal, and the last output on stderr
  std::string last_report;    // the work's last report
  std::string last_words;     // crashed or timed out: the text that Limits::last_words made it write
  double silent_seconds = 0;  // timed out: the limit, in seconds of CPU time or wall-clock time
  bool finished() const { return status == Status::finished; }
};

struct Limits {
  unsigned at_once = 1;
  double silent_seconds;    // the longest time without a report or result, after which the process is stopped
  double busy_seconds = 0;  // the same limit in CPU time, until the work reports another; 0: none
  // Called in each process with the descriptor for its last words: installs signal handlers that write to it. A
  // process that is silent for too long first gets SIGALRM, and two seconds to respond.
  void (*last_words)(int descriptor) = nullptr;
  std::function<bool()> give_up = {};  // polled ten times a second in the parent; if true, GivenUp is thrown
};

struct GivenUp : std::runtime_error {
  GivenUp() : std::runtime_error("given up") {}
};

struct Watcher {  // called in the parent
  std::function<void(size_t job, const Outcome&)> done = {};
  std::function<void(size_t job, const std::string&)> report = {};
  std::function<bool(size_t job)> wanted = {};  // called before a job is started
};

// Returns the outcomes in the order of `jobs`. Throws Interrupted (os/interrupt.h) on SIGINT, SIGTERM or
// SIGHUP, after ending its processes. If LADDER_IN_PROCESS is set in the environment, no processes are used
// (for debuggers and profilers).
std::vector<Outcome> run_isolated(std::span<const Work> jobs, const Limits&, const Watcher& = {});
Outcome run_isolated(const Work&, double silent_seconds);

}  // namespace ladder::os
