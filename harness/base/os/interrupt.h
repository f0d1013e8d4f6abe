// Turns Ctrl-C into an exception, thrown at a safe point.
#pragma once
#include <csignal>
#include <stdexcept>

namespace ladder::os {

// Ctrl-C or SIGTERM arrived during isolated work. Its processes have already ended.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

// While an object of this class exists, the first SIGINT, SIGTERM or SIGHUP only sets a flag; a second signal
// has its usual effect. An ignored signal (nohup) stays ignored.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;

  static int caught();  // the caught signal; 0: none

  // In a child process: restores the state without any handler.
  static void restore_defaults();

 private:
  struct sigaction before_[3];
};

}  // namespace ladder::os
