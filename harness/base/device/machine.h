// The parts of a backend that only the harness uses, not the stages: memory with guard bands, transfers,
// waiting. Implemented by simt/machine.cpp and cuda/machine.cpp.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "device/context.h"

namespace ladder::device {

struct OutOfMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Machine : public Context {
 public:
  // Device memory aligned to 256 bytes, between two guard bands. `name` appears in hazards and errors. Throws
  // OutOfMemory. `bytes` may be 0. Everything still allocated is freed with the machine.
  virtual void* allocate(const std::string& name, size_t bytes) = 0;
  virtual void release(void* device_pointer) = 0;

  virtual void fill(void* device_pointer, unsigned char byte, size_t bytes) = 0;

  // From the next run on, stages see these facts about a smaller device instead of those about the real one.
  virtual void present(const Device&) = 0;

  // Waits for everything enqueued, on all GPUs. Throws if a kernel failed.
  virtual void synchronize() = 0;

  // The names of the buffers (including scratch and state) with damaged guard bands; empty if none.
  virtual std::vector<std::string> damaged_guards() = 0;

  // Discards scratch, state and the run number: the next run counts as a first run.
  void reset() {
    forget_kept();
    restart_run_numbers();
  }

  virtual size_t free_bytes() = 0;

  // Until unpin(), transfers to and from this host memory run at bus speed, if the backend supports it.
  virtual void pin(void* /*host*/, size_t /*bytes*/) {}
  virtual void unpin(void* /*host*/) {}

 protected:
  virtual void forget_kept() = 0;
};

}  // namespace ladder::device
