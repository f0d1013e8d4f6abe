#pragma once
#include <condition_variable>
#include <thread>

namespace simt {

// A block's shared memory is its thread's: it may be left in the middle for another one.
constexpr bool kThreadsHaveOwnVariables = true;

#define SIMT_DYNAMIC_SHARED thread_local
inline void keep_dynamic_shared(char*, size_t) {}  // it is the thread's own

using Condition = std::condition_variable;

class Thread {  // of the operating system
 public:
  template <typename Main>
  void start(Main main) {
    thread_ = std::thread(main);
  }
  double processor_seconds();  // that it has used

 private:
  std::thread thread_;
};

// For a fiber, whose stack is too small for some questions.
template <typename F>
void on_a_large_stack(F f) {
  std::thread(f).join();
}

}  // namespace simt
