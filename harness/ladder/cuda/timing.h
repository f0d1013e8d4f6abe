// Times work on the GPU as if nothing of it were in the cache.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace cuda {

// Before each sample a buffer of more than twice the L2 is written and a second one read, so that neither the
// problem's data nor dirty lines that someone must write back are left there. CUDA events stand around the
// work; while the flush runs, the host is already enqueueing it.
class ColdTimer {
 public:
  ColdTimer();
  ~ColdTimer();
  double seconds(void* stream,
                 const std::function<void()>& work);  // throws what the work throws, and cuda::Error
  void flush(void* stream);                           // enqueued

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The same for work on several GPUs: the cache of each is flushed, and the host's clock runs from when all are idle
// until all are idle again. Of several processes, each with its GPU, all get the time of the slowest.
class ColdTimerOfGpus {
 public:
  ColdTimerOfGpus();
  ~ColdTimerOfGpus();
  double seconds(unsigned gpus, const std::function<void()>& work, const std::function<void()>& wait);

 private:
  std::vector<std::unique_ptr<ColdTimer>> timers_;  // of each GPU; for their flushes
};

// A hash of every byte and its place: two buffers with the same one hold the same. Spares the download of an
// output that has been verified before.
uint64_t fingerprint(const void* device_pointer, size_t bytes);

}  // namespace cuda
