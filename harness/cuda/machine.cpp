// The GPU as a device::Machine: memory between guard bands, scratch and state by name, a stream of its own.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>

#include "cuda/code.h"
#include "cuda/error.h"
#include "cuda/machine.h"

namespace cuda {
namespace {

constexpr size_t kGuard = 64 * 1024;  // bytes on each side: more than a block's widest step past the end
// As a float -2.6e36, as an int -67 million: a stray read shows in a sum.
constexpr unsigned char kPattern = 0xFB;

struct Buffer {
  std::string name;
  char* base = nullptr;
  size_t bytes = 0;
  char* data() const { return base + kGuard; }
};

std::string gibibytes(size_t bytes) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.2f GiB", static_cast<double>(bytes) / (1 << 30));
  return text.data();
}

class GpuMachine final : public device::Machine {
 public:
  GpuMachine() {
    check(cudaSetDevice(0));
    check(cudaGetDeviceProperties(&properties_, 0));
    device_.name = properties_.name;
    device_.multiprocessors = static_cast<unsigned>(properties_.multiProcessorCount);
    device_.max_threads_per_multiprocessor = static_cast<unsigned>(properties_.maxThreadsPerMultiProcessor);
    device_.max_shared_per_block = properties_.sharedMemPerBlockOptin;
    device_.l2_bytes = static_cast<size_t>(properties_.l2CacheSize);
    device_.bulk_copies = code_sm() >= 90;
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    stream = stream_;
  }

  ~GpuMachine() override {  // after a failed kernel these fail too, and there is nobody to tell
    (void)cudaStreamSynchronize(stream_);
    for (const auto& [data, buffer] : buffers_) (void)cudaFree(buffer.base);
    (void)cudaStreamDestroy(stream_);
    (void)cudaGetLastError();
  }

  const device::Device& device() const override { return device_; }

  void* allocate(const std::string& name, size_t bytes) override {
    Buffer buffer{name, nullptr, bytes};
    void* base = nullptr;
    const cudaError_t error =
        bytes > SIZE_MAX - 2 * kGuard ? cudaErrorMemoryAllocation : cudaMalloc(&base, bytes + 2 * kGuard);
    if (error == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();  // or the next launch would report it
      throw device::OutOfMemory(name + ": needs " + gibibytes(bytes) + " on the GPU, " +
                                gibibytes(free_bytes()) + " free");
    }
    check(error);
    buffer.base = static_cast<char*>(base);
    buffers_[buffer.data()] = buffer;
    check(cudaMemsetAsync(buffer.base, kPattern, kGuard, stream_));
    check(cudaMemsetAsync(buffer.data() + bytes, kPattern, kGuard, stream_));
    check(cudaStreamSynchronize(stream_));  // other streams may use it from now on
    return buffer.data();
  }

  void release(void* data) override {
    const auto found = buffers_.find(data);
    if (found == buffers_.end()) throw Error("release: not one of this machine's buffers");
    check(cudaStreamSynchronize(stream_));
    check(cudaFree(found->second.base));
    buffers_.erase(found);
  }

  void* scratch(const char* name, size_t bytes) override { return named(scratch_, name, bytes, false); }
  void* state(const char* name, size_t bytes) override { return named(state_, name, bytes, true); }

  void zero(void* to, size_t bytes) override { check(cudaMemsetAsync(to, 0, bytes, stream_)); }
  void copy(void* to, const void* from, size_t bytes) override {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_));
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
    transfer(to, from, bytes, cudaMemcpyHostToDevice);
  }
  void download(void* to, const void* from, size_t bytes) override {
    transfer(to, from, bytes, cudaMemcpyDeviceToHost);
  }
  void fill(void* to, unsigned char byte, size_t bytes) override {
    check(cudaMemsetAsync(to, byte, bytes, stream_));
    check(cudaStreamSynchronize(stream_));
  }

  void synchronize() override {
    check(cudaStreamSynchronize(stream_));
    check(cudaGetLastError());
  }

  std::vector<std::string> damaged_guards() override {
    std::vector<std::string> damaged;
    std::vector<unsigned char> bands(2 * kGuard);
    for (const auto& [data, buffer] : buffers_) {
      download(bands.data(), buffer.base, kGuard);
      download(bands.data() + kGuard, buffer.data() + buffer.bytes, kGuard);
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

  void forget_kept() override {
    for (Names* names : {&scratch_, &state_}) {
      for (const auto& [name, data] : *names) release(data);
      names->clear();
    }
  }

  void* named(Names& names, const char* name, size_t bytes, bool zeroed) {
    void*& data = names[name];
    if (data != nullptr) {
      if (buffers_.at(data).bytes == bytes) return data;
      release(std::exchange(data, nullptr));
    }
    data = allocate(name, bytes);
    if (zeroed) fill(data, 0, bytes);
    return data;
  }

  void transfer(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    check(cudaMemcpyAsync(to, from, bytes, kind, stream_));
    check(cudaStreamSynchronize(stream_));
  }

  cudaDeviceProp properties_;
  device::Device device_;
  cudaStream_t stream_ = nullptr;
  std::map<void*, Buffer> buffers_;  // by data()
  Names scratch_, state_;
  std::map<std::tuple<const void*, unsigned, size_t>, unsigned> resident_;
};

}  // namespace

std::unique_ptr<device::Machine> make_machine() { return std::make_unique<GpuMachine>(); }

}  // namespace cuda
