// GPUs as a device::Machine: memory between guard bands, scratch and state by name, a stream on each GPU.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "cuda/code.h"
#include "cuda/error.h"
#include "cuda/machine.h"
#include "cuda/spread_memory.h"

namespace cuda {
namespace {

constexpr size_t kGuard = 64 * 1024;  // bytes on each side: more than a block's widest step past the end
// As a float -2.6e36, as an int -67 million: a stray read shows in a sum.
constexpr unsigned char kPattern = 0xFB;

struct Buffer {
  std::string name;
  char* data = nullptr;
  size_t bytes = 0;
  unsigned gpu = 0;
  std::optional<SpreadMemory> spread = {};  // else it is all on that GPU
};

std::string gibibytes(size_t bytes) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.2f GiB", static_cast<double>(bytes) / (1 << 30));
  return text.data();
}

// The first GPU, which is the current one, may use the second one's memory from now on.
void let_reach(unsigned gpu, unsigned peer) {
  static std::array<std::array<bool, device::kMaxGpus>, device::kMaxGpus> enabled{};
  if (enabled[gpu][peer]) return;
  check(cudaDeviceEnablePeerAccess(static_cast<int>(peer), 0));
  enabled[gpu][peer] = true;
}

class GpuMachine final : public device::Machine {
 public:
  explicit GpuMachine(device::Placement placement) : placement_(placement) {
    check(cudaSetDevice(0));
    check(cudaGetDeviceProperties(&properties_, 0));
    device_.name = properties_.name;
    device_.multiprocessors = static_cast<unsigned>(properties_.multiProcessorCount);
    device_.max_threads_per_multiprocessor = static_cast<unsigned>(properties_.maxThreadsPerMultiProcessor);
    device_.max_shared_per_block = properties_.sharedMemPerBlockOptin;
    device_.l2_bytes = static_cast<size_t>(properties_.l2CacheSize);
    device_.bulk_copies = code_sm() >= 90;
    for (unsigned gpu = 0; gpu < placement_.gpus; ++gpu) {
      check(cudaSetDevice(static_cast<int>(gpu)));
      check(cudaStreamCreateWithFlags(&streams_.emplace_back(), cudaStreamNonBlocking));
      check(cudaEventCreateWithFlags(&done_.emplace_back(), cudaEventDisableTiming));
      for (unsigned peer = 0; peer < placement_.gpus; ++peer)
        if (peer != gpu) let_reach(gpu, peer);
    }
    check(cudaSetDevice(0));
    stream = streams_[0];
  }

  ~GpuMachine() override {  // after a failed kernel these fail too, and there is nobody to tell
    for (const cudaStream_t stream : streams_) (void)cudaStreamSynchronize(stream);
    for (auto& [data, buffer] : buffers_) free_memory(buffer);
    for (const cudaStream_t stream : streams_) (void)cudaStreamDestroy(stream);
    for (const cudaEvent_t done : done_) (void)cudaEventDestroy(done);
    (void)cudaGetLastError();
  }

  device::Placement placement() const override { return placement_; }
  void use_gpu(unsigned gpu) override {  // between two calls from outside, GPU 0 is the current one
    if (gpu != gpu_) check(cudaSetDevice(static_cast<int>(gpu)));
    gpu_ = gpu;
    stream = streams_[gpu];
  }

  // A job begins on any GPU when the one before has ended on all: its messages must not meet the last job's.
  void next_run() override {
    device::Machine::next_run();
    for (unsigned gpu = 0; placement_.gpus > 1 && gpu < placement_.gpus; ++gpu) {
      use_gpu(gpu);
      check(cudaEventRecord(done_[gpu], streams_[gpu]));
    }
    for (unsigned gpu = 0; placement_.gpus > 1 && gpu < placement_.gpus; ++gpu) {
      use_gpu(gpu);
      for (const cudaEvent_t done : done_) check(cudaStreamWaitEvent(streams_[gpu], done));
    }
    use_gpu(0);
  }

  const device::Device& device() const override { return device_; }

  void* allocate(const std::string& name, size_t bytes) override {
    if (placement_.layout == device::Layout::one_gpu) return allocate_here(name, bytes);
    Buffer buffer{.name = name, .bytes = bytes};
    try {
      buffer.spread.emplace(std::min(bytes, SIZE_MAX / 2), placement_);
    } catch (const device::OutOfMemory&) {
      throw too_little(name, bytes);
    }
    buffer.data = buffer.spread->begin() + SpreadMemory::kMargin;
    return keep(std::move(buffer));
  }

  void release(void* data) override {
    const auto found = buffers_.find(data);
    if (found == buffers_.end()) throw Error("release: not one of this machine's buffers");
    for (const cudaStream_t stream : streams_) check(cudaStreamSynchronize(stream));
    free_memory(found->second);
    check(cudaGetLastError());
    buffers_.erase(found);
  }

  void* scratch(const char* name, size_t bytes) override { return named(scratch_[gpu_], name, bytes, false); }
  void* state(const char* name, size_t bytes) override { return named(state_[gpu_], name, bytes, true); }

  void zero(void* to, size_t bytes) override { check(cudaMemsetAsync(to, 0, bytes, streams_[gpu_])); }
  void copy(void* to, const void* from, size_t bytes) override {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, streams_[gpu_]));
  }

  unsigned resident_blocks(const void* kernel, unsigned block, size_t dynamic_shared) override {
    unsigned& known = resident_[{kernel, block, dynamic_shared}];
    if (known != 0) return known;
    constexpr size_t kWithoutOptIn = 48 * 1024;
    if (dynamic_shared > kWithoutOptIn)
      check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(dynamic_shared)));
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(block),
                                                        dynamic_shared));
    return known =
               static_cast<unsigned>(std::max(1, blocks));  // one that cannot launch says so when launched
  }

  void upload(void* to, const void* from, size_t bytes) override {
    transfer(to, static_cast<char*>(to), static_cast<const char*>(from), bytes, cudaMemcpyHostToDevice);
  }
  void download(void* to, const void* from, size_t bytes) override {
    transfer(from, static_cast<char*>(to), static_cast<const char*>(from), bytes, cudaMemcpyDeviceToHost);
  }
  void fill(void* to, unsigned char byte, size_t bytes) override {
    const unsigned gpu = gpu_;
    const std::vector<Part> pieces = parts(to, bytes);
    for (const Part& part : pieces) {
      use_gpu(part.gpu);
      check(cudaMemsetAsync(static_cast<char*>(to) + part.offset, byte, part.bytes, streams_[part.gpu]));
    }
    use_gpu(gpu);
    wait_for(pieces);
  }

  // GPU 0 last: it is started last, and gathers results. So the wait for the others, about 1.5 us each on an H200, is
  // over by the time that GPU 0 is ready.
  void synchronize() override {
    for (size_t gpu = streams_.size(); gpu-- > 0;) check(cudaStreamSynchronize(streams_[gpu]));
    check(cudaGetLastError());
  }

  std::vector<std::string> damaged_guards() override {
    std::vector<std::string> damaged;
    std::vector<unsigned char> bands(2 * kGuard);
    for (const auto& [data, buffer] : buffers_) {
      download(bands.data(), buffer.data - kGuard, kGuard);
      download(bands.data() + kGuard, buffer.data + buffer.bytes, kGuard);
      if (std::any_of(bands.begin(), bands.end(), [](unsigned char c) { return c != kPattern; }))
        damaged.push_back(buffer.name);
    }
    return damaged;
  }

  size_t free_bytes() override {
    size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total));
    return free;
  }

 private:
  using Names = std::map<std::string, void*>;
  using Part = SpreadMemory::Piece;

  device::OutOfMemory too_little(const std::string& name, size_t bytes) {
    return device::OutOfMemory(name + ": needs " + gibibytes(bytes) + " on the GPU" +
                               (placement_.gpus > 1 ? "s, " : ", ") + gibibytes(free_bytes()) + " free" +
                               (placement_.gpus > 1 ? " on one" : ""));
  }

  void* allocate_here(const std::string& name, size_t bytes) {
    void* base = nullptr;
    const cudaError_t error =
        bytes > SIZE_MAX - 2 * kGuard ? cudaErrorMemoryAllocation : cudaMalloc(&base, bytes + 2 * kGuard);
    if (error == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();  // or the next launch would report it
      throw too_little(name, bytes);
    }
    check(error);
    return keep({.name = name, .data = static_cast<char*>(base) + kGuard, .bytes = bytes, .gpu = gpu_});
  }

  void* keep(Buffer buffer) {
    char* const data = buffer.data;
    const size_t bytes = buffer.bytes;
    buffers_.emplace(data, std::move(buffer));
    fill(data - kGuard, kPattern, kGuard);
    fill(data + bytes, kPattern, kGuard);
    return data;
  }

  static void free_memory(Buffer& buffer) {
    if (!buffer.spread) (void)cudaFree(buffer.data - kGuard);
    buffer.spread.reset();
  }

  // Whose memory it is, piece by piece. Buffers of another machine count as this GPU's.
  std::vector<Part> parts(const void* data, size_t bytes) const {
    const auto* begin = static_cast<const char*>(data);
    auto buffer = buffers_.upper_bound(const_cast<char*>(begin) + kGuard);
    if (buffer == buffers_.begin()) return {{gpu_, 0, bytes}};
    const Buffer& b = (--buffer)->second;
    if (begin + bytes > b.data + b.bytes + kGuard) return {{gpu_, 0, bytes}};
    if (!b.spread) return {{b.gpu, 0, bytes}};
    const auto offset = static_cast<size_t>(begin - b.spread->begin());
    std::vector<Part> pieces = b.spread->pieces(offset, bytes);
    for (Part& piece : pieces) piece.offset -= offset;
    return pieces;
  }

  void wait_for(const std::vector<Part>& parts) {
    for (unsigned gpu = 0; gpu < placement_.gpus; ++gpu)
      if (std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return part.gpu == gpu; }))
        check(cudaStreamSynchronize(streams_[gpu]));
  }

  void transfer(const void* device_pointer, char* to, const char* from, size_t bytes, cudaMemcpyKind kind) {
    const std::vector<Part> pieces = parts(device_pointer, bytes);
    for (const Part& part : pieces)
      check(cudaMemcpyAsync(to + part.offset, from + part.offset, part.bytes, kind, streams_[part.gpu]));
    wait_for(pieces);
  }

  void forget_kept() override {
    for (auto* all : {&scratch_, &state_})
      for (Names& names : *all) {
        for (const auto& [name, data] : names) release(data);
        names.clear();
      }
  }

  void* named(Names& names, const char* name, size_t bytes, bool zeroed) {
    void*& data = names[name];
    if (data != nullptr) {
      if (buffers_.at(data).bytes == bytes) return data;
      release(std::exchange(data, nullptr));
    }
    data = allocate_here(name + (placement_.gpus > 1 ? " of GPU " + std::to_string(gpu_) : ""), bytes);
    if (zeroed) fill(data, 0, bytes);
    return data;
  }

  device::Placement placement_;
  cudaDeviceProp properties_;
  device::Device device_;
  unsigned gpu_ = 0;
  std::vector<cudaStream_t> streams_;                    // of each GPU
  std::vector<cudaEvent_t> done_;                        // of each GPU: the last job
  std::map<void*, Buffer> buffers_;                      // by their data
  std::array<Names, device::kMaxGpus> scratch_, state_;  // of each GPU
  std::map<std::tuple<const void*, unsigned, size_t>, unsigned> resident_;
};

}  // namespace

std::unique_ptr<device::Machine> make_machine(device::Placement placement) {
  return std::make_unique<GpuMachine>(placement);
}

}  // namespace cuda
