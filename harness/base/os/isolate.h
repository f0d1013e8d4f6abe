// Runs functions in processes of their own, so that a crash, an endless loop or a lost GPU context costs one
// row and not the run. The parent must have no threads and no CUDA context of its own.
#pragma once
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace os {

// For the work to say what it is at; also restarts the clocks that end a process. `busy_seconds`: how much CPU
// time what comes next may take (0: any); an endless loop is told from slow work on a busy machine by that.
struct Report {
  std::function<void(const std::string& at, double busy_seconds)> send;
  void operator()(const std::string& at, double busy_seconds = 0) const { send(at, busy_seconds); }
};
using Work = std::function<std::string(const Report&)>;

struct Outcome {
  enum class Status { finished, failed, crashed, timed_out, not_wanted };
  Status status = Status::failed;
  std::string result;  // finished: what the work returned, any bytes
  std::string error;   // failed: the exception's message; crashed: the signal, and the last words on stderr
  std::string last_report;    // what the work said last
  std::string last_words;     // crashed or timed out: what Limits::last_words made the process write
  double silent_seconds = 0;  // timed out: after how long, of its CPU time or by the clock
  bool finished() const { return status == Status::finished; }
};

struct Limits {
  unsigned at_once = 1;
  double silent_seconds;    // without a report or a result: for longer, and the process is stopped
  double busy_seconds = 0;  // the same in CPU time, until the work reports another limit; 0: none
  // Called in each process with the descriptor that takes its last words: to install signal handlers that
  // write to it. A process that is silent for too long first gets SIGALRM, and two seconds to answer.
  void (*last_words)(int descriptor) = nullptr;
  std::function<bool()> give_up = {};  // asked ten times a second in the parent; true ends all of it: GivenUp
};

struct GivenUp : std::runtime_error {
  GivenUp() : std::runtime_error("given up") {}
};

struct Watcher {  // called in the parent
  std::function<void(size_t job, const Outcome&)> done = {};
  std::function<void(size_t job, const std::string&)> report = {};
  std::function<bool(size_t job)> wanted = {};  // asked before a job is started
};

// Outcomes in the order of `jobs`. Throws Interrupted (os/interrupt.h) on SIGINT, SIGTERM or SIGHUP,
// after ending its processes. With LADDER_IN_PROCESS set in the environment there are no processes
// (for debuggers and profilers).
std::vector<Outcome> run_isolated(std::span<const Work> jobs, const Limits&, const Watcher& = {});
Outcome run_isolated(const Work&, double silent_seconds);

}  // namespace os
