// The executor as a device::Machine. This machine acts as an H200, so that grids, and therefore counters, are
// the same on every computer.
#include <algorithm>
#include <cstring>
#include <map>

#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/machine.h"
#include "simt/undefined.h"
#include "simt/trace/stored.h"

namespace ladder::simt {
namespace {

constexpr device::Device kPresented = {
    .name = presented::kName,
    .multiprocessors = presented::kMultiprocessors,
    .max_threads_per_multiprocessor = presented::kThreadsPerMultiprocessor,
    .max_shared_per_block = kMaxDynamicShared,
    .l2_bytes = presented::kL2,
    .bulk_copies = true,
};

// With one multiprocessor, the executor acts as an old GPU, with the shared memory of an RTX and no bulk
// copies, so that `check` also covers the code paths for older GPUs. With several, it acts as a small H200.
device::Device small(unsigned multiprocessors) {
  device::Device device = kPresented;
  device.name = "a small GPU (presented by the executor)";
  device.multiprocessors = multiprocessors;
  device.max_threads_per_multiprocessor = 1024;
  if (multiprocessors == 1) {
    device.max_shared_per_block = 99 * 1024;
    device.bulk_copies = false;
  }
  return device;
}

// This GPU is so large that a grid sized to it has one block for every tile of 2^32 elements.
device::Device vast() {
  device::Device device = kPresented;
  device.name = "a very large GPU (presented by the executor)";
  device.multiprocessors = 1u << 21;
  return device;
}

class Machine final : public device::Machine {
 public:
  explicit Machine(device::Device device, device::Placement placement = {}, bool sparse = false)
      : device_(std::move(device)), placement_(placement), sparse_(sparse) {}
  ~Machine() override {
    open_device_memory();
    reset();
    for (void* p : buffers_) device_free(p);
  }

  const device::Device& device() const override { return device_; }
  void present(const device::Device& device) override { device_ = device; }

  void next_run() override {  // the launcher is in control until synchronize()
    device::Machine::next_run();
    gpu_ = 0;
    close_device_memory();
  }

  // The scratch memory of a GPU holds whatever was there before. The scratch memory of the executor holds
  // values that reveal a read of uninitialised memory: NaNs, and integers that are not valid indices.
  void* scratch(const char* name, size_t bytes) override {
    return keep(scratch_, name, bytes, Contents::undefined);
  }
  void* state(const char* name, size_t bytes) override { return keep(state_, name, bytes, Contents::zeros); }

  void zero(void* p, size_t bytes) override {
    const DeviceMemoryOpen open;
    note_filled(p, bytes, "zero");
    trace::note_host_fill("zero", p, bytes, SIMT_CALLER);
    if (sparse_)
      device_forget(p, bytes);
    else
      std::memset(p, 0, bytes);
  }
  void copy(void* to, const void* from, size_t bytes) override {
    const DeviceMemoryOpen open;
    note_filled(to, bytes, "copy");
    trace::note_host_fill("copy", to, bytes, SIMT_CALLER);
    constexpr size_t kAtEachEnd = 1 << 20;  // sparse: everything between the two ends is zero
    if (!sparse_ || bytes <= kAtEachEnd) {
      std::memcpy(to, from, bytes);
      return;
    }
    std::memcpy(to, from, kAtEachEnd);
    const size_t last = bytes - kAtEachEnd;
    std::memcpy(static_cast<char*>(to) + last, static_cast<const char*>(from) + last, kAtEachEnd);
  }

  // Does not include the kernel's own static shared memory.
  unsigned resident_blocks(const void*, unsigned block, size_t dynamic_shared) override {
    return std::max(
        1u, presented::resident_blocks(block, dynamic_shared, device_.max_threads_per_multiprocessor));
  }

  void* allocate(const std::string& name, size_t bytes) override {
    open_device_memory();
    buffers_.push_back(device_allocate(name, bytes, sparse_));
    return buffers_.back();
  }
  void release(void* p) override {
    device_free(p);
    std::erase(buffers_, p);
  }
  void upload(void* to, const void* from, size_t bytes) override {
    const DeviceMemoryOpen open;
    if (bytes) std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, size_t bytes) override {
    const DeviceMemoryOpen open;
    if (bytes) std::memcpy(to, from, bytes);
  }

  device::Placement placement() const override { return placement_; }
  void use_gpu(unsigned gpu) override { gpu_ = gpu; }

  void fill(void* p, unsigned char byte, size_t bytes) override {
    open_device_memory();
    std::memset(p, byte, bytes);
  }
  void synchronize() override { open_device_memory(); }
  std::vector<std::string> damaged_guards() override {
    open_device_memory();
    return damaged_gaps();
  }
  size_t free_bytes() override { return device_free_bytes(); }

  std::vector<LeftInState> left_in_state() const {
    const DeviceMemoryOpen open;
    std::vector<LeftInState> left;
    for (const auto& [name, kept] : state_) {
      const auto* begin = static_cast<const char*>(kept.pointer);
      if (std::all_of(begin, begin + kept.bytes, [](char byte) { return byte == 0; })) continue;
      uint64_t value = 0;
      std::memcpy(&value, begin, std::min(kept.bytes, sizeof value));
      const bool one_number = kept.bytes == sizeof(uint32_t) || kept.bytes == sizeof value;
      left.push_back({name, one_number ? std::optional(value) : std::nullopt});
    }
    return left;
  }

 private:
  struct Kept {
    void* pointer;
    size_t bytes;
  };
  using KeptByName = std::map<std::string, Kept>;
  enum class Contents { zeros, undefined };

  void* keep(KeptByName& kept, std::string name, size_t bytes, Contents contents) {
    const DeviceMemoryOpen open;
    if (placement_.gpus > 1) name += " of GPU " + std::to_string(gpu_);
    auto [it, is_new] = kept.try_emplace(name, Kept{nullptr, 0});
    if (is_new || it->second.bytes != bytes) {
      device_free(it->second.pointer);
      it->second = {nullptr, 0};
      it->second = {device_allocate(name, bytes, sparse_), bytes};
      if (contents == Contents::undefined && !sparse_)
        fill_undefined(it->second.pointer, bytes);  // without this, fresh memory is zero
    }
    return it->second.pointer;
  }

  void forget_kept() override {
    for (KeptByName* kept : {&scratch_, &state_}) {
      for (auto& [name, k] : *kept) device_free(k.pointer);
      kept->clear();
    }
  }

  device::Device device_;
  device::Placement placement_;
  unsigned gpu_ = 0;
  bool sparse_;
  KeptByName scratch_, state_;
  std::vector<void*> buffers_;
};

}  // namespace

std::unique_ptr<device::Machine> make_machine(device::Placement placement) {
  return std::make_unique<Machine>(kPresented, placement);
}
std::unique_ptr<device::Machine> make_small_machine(unsigned multiprocessors, device::Placement placement) {
  return std::make_unique<Machine>(small(multiprocessors), placement);
}

std::vector<LeftInState> left_in_state(const device::Machine& machine) {
  const auto* its = dynamic_cast<const Machine*>(&machine);
  return its != nullptr ? its->left_in_state() : std::vector<LeftInState>();
}

std::unique_ptr<device::Machine> make_vast_machine() {
  return std::make_unique<Machine>(vast(), device::Placement{}, true);
}

}  // namespace ladder::simt
