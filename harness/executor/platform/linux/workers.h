#pragma once
#include <cstdint>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ladder::simt {

// A block's shared memory is its OS thread's thread-local storage, so one block can be suspended while another
// runs.
constexpr bool kThreadsHaveOwnVariables = true;

// If so many blocks wait, or blocks of so many threads, each block gets a turn before a new one begins. Here,
// waiting costs little.
constexpr uint64_t kManyBlocks = UINT64_MAX, kManyThreads = UINT64_MAX;

#define SIMT_DYNAMIC_SHARED thread_local
inline void keep_dynamic_shared(char*, size_t) {}  // dynamic shared memory is already thread-local

using Condition = std::condition_variable;

class Thread {  // an operating-system thread
 public:
  template <typename Main>
  void start(Main main) {
    thread_ = std::thread(main);
  }
  double processor_seconds();  // the CPU time it has used

 private:
  std::thread thread_;
};

// Runs f on behalf of a fiber whose stack is too small for f.
using RecursiveMutex = std::recursive_mutex;

template <typename F>
void on_a_large_stack(F f) {
  std::thread(f).join();
}

}  // namespace ladder::simt
