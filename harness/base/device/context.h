// A stage's view of the device on which it runs: facts, scratch memory, fills and copies. Used by kernel
// launchers (through the jobs in stage/*.h) and implemented by each backend.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::device {

struct Device {
  const char* name = "";
  unsigned multiprocessors = 0;
  unsigned max_threads_per_multiprocessor = 0;
  size_t max_shared_per_block = 0;  // bytes, opt-in maximum
  size_t l2_bytes = 0;
  bool bulk_copies = false;  // both the GPU and the code for it support stage/bulk_copy.h (sm_90)
};

// The GPUs on which a job runs, and the location of its inputs and outputs. A buffer is one address range,
// which every GPU can read and write; the layout determines which GPU's memory backs each part.
enum class Layout {
  one_gpu,
  shares,  // equal parts: the first GPU has the first part, and so on
  dealt,   // units of kUnitBytes are dealt to the GPUs in turn: a block-cyclic layout
};
struct Placement {
  unsigned gpus = 1;
  Layout layout = Layout::one_gpu;
  bool operator==(const Placement&) const = default;
};
inline constexpr unsigned kMaxGpus = 8;
inline constexpr size_t kUnitBytes = size_t{4} << 20;  // the size of two GPU pages

class Context {
 public:
  virtual ~Context() = default;
  virtual const Device& device() const = 0;

  // `bytes` of device memory with undefined contents, at the same address in every run of the same job. `name`
  // appears in reports. Allocated in the first run (outside the timed runs).
  virtual void* scratch(const char* name, size_t bytes) = 0;

  // Like scratch, but zeroed when first allocated and then left unchanged between runs: tickets, status words.
  virtual void* state(const char* name, size_t bytes) = 0;

  // Fills and copies are enqueued in order with the launches; their time is part of the stage's time.
  virtual void zero(void* device_pointer, size_t bytes) = 0;
  virtual void copy(void* to, const void* from, size_t bytes) = 0;

  // Copies to and from host memory. They wait for everything enqueued before them.
  virtual void upload(void* to_device, const void* from_host, size_t bytes) = 0;
  virtual void download(void* to_host, const void* from_device, size_t bytes) = 0;

  // use_gpu(i): subsequent operations (launches, scratch, state, zero, transfers) use GPU i; initially 0.
  virtual Placement placement() const { return {}; }
  unsigned gpus() const { return placement().gpus; }
  virtual void use_gpu(unsigned) {}

  // Calls f(gpu, its stream) at the same time for every GPU of the job that this process has. On the cuda
  // backend, each call runs on its own thread, with its GPU as the current one.
  template <typename F>
  void on_each_gpu(const F& f) {
    at_once([](const void* work, unsigned gpu,
               void* its_stream) { (*static_cast<const F*>(work))(gpu, its_stream); },
            &f);
  }

  // The number of resident blocks of this kernel on one multiprocessor. Never 0 for a kernel that can be
  // launched.
  virtual unsigned resident_blocks(const void* kernel, unsigned block, size_t dynamic_shared) = 0;

  // The run's number: 1 for the first run with this context's state, then 2, 3, …
  uint32_t run_number() const { return run_number_; }
  virtual void next_run() {
    ++run_number_;
    launches_ = 0;
  }

  // The number of launches so far in this run, and its limit: with limit 1, only the first kernel runs ("first
  // pass" time).
  int launches() const { return launches_; }
  void limit_launches(int limit) { launch_limit_ = limit; }
  bool count_launch() { return ++launches_ <= launch_limit_; }

  void* stream = nullptr;  // on the cuda backend, a cudaStream_t of the GPU in use

 protected:
  // Implements on_each_gpu(). `f` is not a std::function, because <functional> would be compiled with every
  // kernel file.
  virtual void at_once(void (*f)(const void* work, unsigned gpu, void* stream), const void* work) {
    f(work, 0, stream);
  }
  void restart_run_numbers() { run_number_ = 0; }

 private:
  uint32_t run_number_ = 0;
  int launches_ = 0;
  int launch_limit_ = INT32_MAX;
};

}  // namespace ladder::device
