// Turns Ctrl-C into an exception at a place that can bear it.
#pragma once
#include <csignal>
#include <stdexcept>

namespace os {

// Ctrl-C or SIGTERM came while isolated work was under way. Its processes are gone by then.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

// While one lives, the first SIGINT, SIGTERM or SIGHUP only sets a flag; a second one does what it always
// did. A signal that was ignored (nohup) stays ignored.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;

  static int caught();  // which signal; 0: none

  // In a child process: as if there had never been a handler.
  static void restore_defaults();

 private:
  struct sigaction before_[3];
};

}  // namespace os
