// There is one thread of the system. A Thread here is a fiber; where one waits, the next goes on.
#pragma once
#include <functional>

#include "platform/fiber.h"

namespace simt {

// No: where a block is left in the middle, another one would write over its shared memory. So none is left.
constexpr bool kThreadsHaveOwnVariables = false;

void run_next_thread();

struct Condition {
  void notify_one() {}
  template <typename Lock, typename Ready>
  void wait(Lock& lock, Ready ready) {
    while (!ready()) {
      lock.unlock();
      run_next_thread();
      lock.lock();
    }
  }
  template <typename Lock, typename Time, typename Ready>
  bool wait_for(Lock& lock, Time, Ready ready) {
    wait(lock, ready);
    return true;
  }
};

class Thread {
 public:
  void start(std::function<void()> main);
  double processor_seconds() { return 0; }
};

template <typename F>
void on_a_large_stack(F f) {
  f();
}

}  // namespace simt
