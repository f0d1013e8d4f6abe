// WebAssembly has only one system thread. A Thread is therefore a fiber; when one fiber waits, the next one
// continues.
#pragma once
#include <functional>

#include "platform/fiber.h"

namespace ladder::simt {

// A thread's variables have their own section; they are saved while another thread runs.
constexpr bool kThreadsHaveOwnVariables = true;

// If so many blocks wait, or blocks of so many threads, each block gets a turn before a new one begins: a
// browser's garbage collector reads the stacks of all threads that wait, and is slow if there are thousands.
constexpr uint64_t kManyBlocks = 32, kManyThreads = 8192;

// Sets how much of a block's dynamic shared memory is saved along with the variables of its thread; most
// kernels use none. This memory follows the other arrays, so that no variable of a program lies between the
// arrays and this memory.
#define SIMT_DYNAMIC_SHARED __attribute__((section("simt_shared")))
void keep_dynamic_shared(char* begin, size_t bytes);

size_t this_fiber_thread();
void sleep_until_woken();  // other threads run in the meantime
void wake(size_t thread);

class Condition {  // at most one thread waits for it
 public:
  void notify_one() {
    if (waits_) wake(waiting_);
  }
  template <typename Lock, typename Ready>
  void wait(Lock& lock, Ready ready) {
    while (!ready()) {
      waiting_ = this_fiber_thread();
      waits_ = true;
      lock.unlock();
      sleep_until_woken();
      lock.lock();
      waits_ = false;
    }
  }
  template <typename Lock, typename Time, typename Ready>
  bool wait_for(Lock& lock, Time, Ready ready) {
    wait(lock, ready);
    return true;
  }

 private:
  size_t waiting_ = 0;
  bool waits_ = false;
};

class Thread {
 public:
  void start(std::function<void()> main);
  double processor_seconds() { return 0; }
};

// One system thread needs no lock (and this platform's std::recursive_mutex is not recursive).
struct RecursiveMutex {
  void lock() {}
  void unlock() {}
  bool try_lock() { return true; }
};

template <typename F>
void on_a_large_stack(F f) {
  f();
}

}  // namespace ladder::simt
