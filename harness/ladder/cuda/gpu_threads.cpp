#include "cuda/gpu_threads.h"

#include <cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "cuda/error.h"

namespace ladder::cuda {
namespace {

// Waking a thread takes as long as several launches, so an idle thread polls for work for a while before it
// sleeps. A timer wakes the threads before it starts its clock (timing.cu). The polling time is longer than
// most samples, so a thread without work does not sleep before the sample ends.
constexpr std::chrono::milliseconds kAwake{30};

class GpuThread {
 public:
  explicit GpuThread(unsigned gpu) : thread_([this, gpu] { serve(gpu); }) {}
  ~GpuThread() { start(nullptr); }

  void start(const std::function<void(unsigned)>* work) {
    work_ = work;
    turn_.store(++started_, std::memory_order_release);
    turn_.notify_one();
  }
  // The exception thrown by the work, or nullptr.
  std::exception_ptr finish() {
    while (done_.load(std::memory_order_acquire) != started_) {
    }
    return std::move(error_);
  }

 private:
  void serve(unsigned gpu) {
    bool current = false;
    for (uint32_t last = 0;;) {
      last = next_turn(last);
      if (work_ == nullptr) return;
      try {
        if (!current) check(cudaSetDevice(static_cast<int>(gpu)));
        current = true;
        (*work_)(gpu);
      } catch (...) {
        error_ = std::current_exception();
      }
      done_.store(last, std::memory_order_release);
    }
  }

  uint32_t next_turn(uint32_t last) {
    const auto asleep = std::chrono::steady_clock::now() + kAwake;
    do {
      for (int look = 0; look < 1000; ++look)
        if (const uint32_t turn = turn_.load(std::memory_order_acquire); turn != last) return turn;
    } while (std::chrono::steady_clock::now() < asleep);
    turn_.wait(last, std::memory_order_acquire);
    return turn_.load(std::memory_order_acquire);
  }

  const std::function<void(unsigned)>* work_ = nullptr;  // nullptr: end the thread
  std::exception_ptr error_;
  uint32_t started_ = 0;                     // used only by the thread that distributes work
  std::atomic<uint32_t> turn_{0}, done_{0};  // pieces of work distributed, and completed
  std::jthread thread_;                      // the last member, because its thread uses the other members
};

}  // namespace

void on_gpu_threads(unsigned gpus, const std::function<void(unsigned gpu)>& f) {
  static std::vector<std::unique_ptr<GpuThread>> threads;  // for GPUs 1, 2, …
  while (threads.size() + 1 < gpus)
    threads.push_back(std::make_unique<GpuThread>(static_cast<unsigned>(threads.size()) + 1));
  for (unsigned gpu = 1; gpu < gpus; ++gpu) threads[gpu - 1]->start(&f);
  std::exception_ptr error;
  try {
    f(0);
  } catch (...) {
    error = std::current_exception();
  }
  for (unsigned gpu = 1; gpu < gpus; ++gpu)
    if (const std::exception_ptr its = threads[gpu - 1]->finish(); error == nullptr) error = its;
  if (error != nullptr) std::rethrow_exception(error);
}

}  // namespace ladder::cuda
