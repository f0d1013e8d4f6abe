// Times work on the GPU with a cold cache.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ladder::cuda {

// Before each sample, a buffer of more than twice the size of the L2 cache is written and a second one read.
// After this, the cache contains neither the problem's data nor dirty lines that must be written back. CUDA
// events surround the work; while the flush runs, the host is already enqueueing the work.
class ColdTimer {
 public:
  ColdTimer();
  ~ColdTimer();
  // `before` is enqueued between the flush and the start event. Passes on exceptions, including cuda::Error.
  double seconds(void* stream, const std::function<void()>& before, const std::function<void()>& work);
  void flush(void* stream);  // enqueued

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Times work on several GPUs with cold caches. The cache of each GPU is flushed, and the host's clock measures
// the time from a moment when all GPUs are idle until all are idle again. With several processes, each with its
// own GPU, every process gets the time of the slowest one.
class ColdTimerOfGpus {
 public:
  ColdTimerOfGpus();
  ~ColdTimerOfGpus();
  double seconds(unsigned gpus, const std::function<void()>& before, const std::function<void()>& work,
                 const std::function<void()>& wait);

 private:
  std::vector<std::unique_ptr<ColdTimer>> timers_;  // a timer for each GPU, which also flushes the cache
};

// A hash of every byte and its position: buffers with the same hash have the same contents. With it, an
// output that has already been verified need not be downloaded.
uint64_t fingerprint(const void* device_pointer, size_t bytes);

}  // namespace ladder::cuda
