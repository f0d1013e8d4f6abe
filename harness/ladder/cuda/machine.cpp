// GPUs as a device::Machine: memory between guard bands, scratch and state by name, a stream on each GPU. With
// several processes, each has one of the job's GPUs and its share of each buffer; a download also fetches the
// shares of the others.
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
#include "cuda/gpu_threads.h"
#include "cuda/machine.h"
#include "cuda/spread_memory.h"
#include "device/shares.h"
#include "mpi/job.h"

using namespace ladder;

namespace ladder::cuda {
namespace {

constexpr size_t kGuard = 64 * 1024;  // bytes on each side: more than a block's largest step past the end
// Four of these bytes are -2.6e36 as a float and -67 million as an int, so a stray read is visible in a sum.
constexpr unsigned char kPattern = 0xFB;

struct Buffer {
  std::string name;
  char* data = nullptr;
  size_t bytes = 0;
  unsigned gpu = 0;
  std::optional<SpreadMemory> spread = {};  // nullopt: the whole buffer is on that GPU
};

std::string gibibytes(size_t bytes) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.2f GiB", static_cast<double>(bytes) / (1 << 30));
  return text.data();
}

// Lets `gpu`, which must be the current GPU, access the memory of `peer` from now on.
void let_reach(unsigned gpu, unsigned peer) {
  static std::array<std::array<bool, device::kMaxGpus>, device::kMaxGpus> enabled{};
  if (enabled[gpu][peer]) return;
  check(cudaDeviceEnablePeerAccess(static_cast<int>(peer), 0));
  enabled[gpu][peer] = true;
}

class GpuMachine final : public device::Machine {
 public:
  explicit GpuMachine(device::Placement placement)
      : placement_(placement),
        several_processes_(placement.layout != device::Layout::one_gpu && mpi::processes() > 1) {
    check(cudaSetDevice(0));
    check(cudaGetDeviceProperties(&properties_, 0));
    device_.name = properties_.name;
    device_.multiprocessors = static_cast<unsigned>(properties_.multiProcessorCount);
    device_.max_threads_per_multiprocessor = static_cast<unsigned>(properties_.maxThreadsPerMultiProcessor);
    device_.max_shared_per_block = properties_.sharedMemPerBlockOptin;
    device_.l2_bytes = static_cast<size_t>(properties_.l2CacheSize);
    device_.bulk_copies = code_sm() >= 90;
    for (unsigned gpu = 0; gpu < placement_.gpus; ++gpu)
      if (!several_processes_ || mpi::here(gpu)) here_.push_back(gpu);
    for (const unsigned gpu : here_) {
      check(cudaSetDevice(device_of(gpu)));
      check(cudaStreamCreateWithFlags(&streams_[gpu], cudaStreamNonBlocking));
      check(cudaEventCreateWithFlags(&done_[gpu], cudaEventDisableTiming));
      for (const unsigned peer : here_)
        if (peer != gpu) let_reach(gpu, peer);
    }
    check(cudaSetDevice(0));
    gpu_ = here_.front();
    stream = streams_[gpu_];
  }

  ~GpuMachine() override {  // after a failed kernel, these calls fail too, and the error cannot be reported
    for (const unsigned gpu : here_) (void)cudaStreamSynchronize(streams_[gpu]);
    for (auto& [data, buffer] : buffers_) free_memory(buffer);
    for (const unsigned gpu : here_) {
      (void)cudaStreamDestroy(streams_[gpu]);
      (void)cudaEventDestroy(done_[gpu]);
    }
    (void)cudaGetLastError();
  }

  device::Placement placement() const override { return placement_; }
  // Between calls from outside, the current GPU is GPU 0 or, in a process without GPU 0, the process's own GPU.
  void use_gpu(unsigned gpu) override {
    if (gpu == 0) gpu = here_.front();
    if (gpu != gpu_) check(cudaSetDevice(device_of(gpu)));
    gpu_ = gpu;
    stream = streams_[gpu];
  }

  // A job does not start on any GPU until the previous job has ended on all of them, so that the messages of
  // the two jobs do not mix.
  void next_run() override {
    device::Machine::next_run();
    if (here_.size() == 1) return;
    for (const unsigned gpu : here_) {
      use_gpu(gpu);
      check(cudaEventRecord(done_[gpu], streams_[gpu]));
    }
    for (const unsigned gpu : here_) {
      use_gpu(gpu);
      for (const unsigned other : here_) check(cudaStreamWaitEvent(streams_[gpu], done_[other]));
    }
    use_gpu(0);
  }

  const device::Device& device() const override { return device_; }
  void present(const device::Device& device) override { device_ = device; }

  void* allocate(const std::string& name, size_t bytes) override {
    if (placement_.layout == device::Layout::one_gpu) return allocate_here(name, bytes);
    Buffer buffer{.name = name, .bytes = bytes};
    bool fits = true;
    try {
      buffer.spread.emplace(std::min(bytes, SIZE_MAX / 2), placement_);
    } catch (const device::OutOfMemory&) {
      fits = false;
    }
    if (mpi::largest(fits ? 0 : 1) > 0)
      throw device::OutOfMemory(too_little(name, bytes));  // at least one process has too little memory
    buffer.data = buffer.spread->begin() + SpreadMemory::kMargin;
    return keep(std::move(buffer));
  }

  void release(void* data) override {
    const auto found = buffers_.find(data);
    if (found == buffers_.end()) throw Error("release: not one of this machine's buffers");
    for (const unsigned gpu : here_) check(cudaStreamSynchronize(streams_[gpu]));
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
    constexpr size_t kWithoutOptIn = 40 * 1024;  // as in stage/launch.h
    if (dynamic_shared > kWithoutOptIn)
      check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(dynamic_shared)));
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(block),
                                                        dynamic_shared));
    return known = static_cast<unsigned>(
               std::max(1, blocks));  // if a kernel cannot be launched, its launch reports that
  }

  void upload(void* to, const void* from, size_t bytes) override {
    transfer(parts(to, bytes), to, from, cudaMemcpyHostToDevice);
  }
  void download(void* to, const void* from, size_t bytes) override {
    const std::vector<Part> pieces = parts(from, bytes);
    transfer(pieces, to, from, cudaMemcpyDeviceToHost);
    const Buffer* buffer = buffer_at(from, bytes);
    if (!several_processes_ || buffer == nullptr || !buffer->spread) return;
    for (const Part& part : pieces)
      mpi::broadcast(static_cast<char*>(to) + part.offset, part.bytes, part.gpu);
  }
  void fill(void* to, unsigned char byte, size_t bytes) override { fill_parts(parts(to, bytes), to, byte); }

  void synchronize() override {
    on_each_gpu([](unsigned, void* its_stream) {
      check(cudaStreamSynchronize(static_cast<cudaStream_t>(its_stream)));
      check(cudaGetLastError());
    });
  }

  std::vector<std::string> damaged_guards() override {
    std::vector<std::string> damaged;
    std::vector<unsigned char> band(kGuard);
    for (const auto& [data, buffer] : buffers_) {
      bool whole = true;
      for (char* const guard : guards(buffer)) {
        transfer(parts_of_guard(guard), band.data(), guard, cudaMemcpyDeviceToHost);
        whole = whole && std::all_of(band.begin(), band.end(), [](unsigned char c) { return c == kPattern; });
      }
      if (!whole) damaged.push_back(buffer.name);
    }
    return damaged;
  }

  size_t free_bytes() override {
    size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total));
    return free;
  }

  void pin(void* host, size_t bytes) override {
    // Memory that cannot be pinned is still copied, but more slowly.
    if (cudaHostRegister(host, bytes, cudaHostRegisterPortable) != cudaSuccess) (void)cudaGetLastError();
  }
  void unpin(void* host) override {
    if (cudaHostUnregister(host) != cudaSuccess) (void)cudaGetLastError();
  }

 private:
  using Names = std::map<std::string, void*>;
  using Part = SpreadMemory::Piece;

  void at_once(void (*f)(const void* work, unsigned gpu, void* stream), const void* work) override {
    if (here_.size() == 1) return f(work, here_.front(), streams_[here_.front()]);
    use_gpu(0);
    on_gpu_threads(placement_.gpus, [&](unsigned gpu) { f(work, gpu, streams_[gpu]); });
  }

  std::string too_little(const std::string& name, size_t bytes) {
    return name + ": needs " + gibibytes(bytes) + " on the GPU" + (placement_.gpus > 1 ? "s, " : ", ") +
           gibibytes(free_bytes()) + " free" + (placement_.gpus > 1 ? " on one" : "");
  }

  void* allocate_here(const std::string& name, size_t bytes) {
    void* base = nullptr;
    const cudaError_t error =
        bytes > SIZE_MAX - 2 * kGuard ? cudaErrorMemoryAllocation : cudaMalloc(&base, bytes + 2 * kGuard);
    if (error == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();  // otherwise the next launch would report the error
      no_memory(too_little(name, bytes));
    }
    check(error);
    return keep({.name = name, .data = static_cast<char*>(base) + kGuard, .bytes = bytes, .gpu = gpu_});
  }

  void* keep(Buffer buffer) {
    char* const data = buffer.data;
    const Buffer& kept = buffers_.emplace(data, std::move(buffer)).first->second;
    for (char* const guard : guards(kept)) fill_parts(parts_of_guard(guard), guard, kPattern);
    return data;
  }

  // The guard bands before and after this process's part of the buffer.
  std::vector<char*> guards(const Buffer& buffer) const {
    device::Extent here{0, buffer.bytes};
    if (several_processes_ && buffer.spread) {
      here = device::share_of_bytes(buffer.bytes, placement_.gpus, mpi::rank());
      if (here.bytes == 0) return {};
    }
    return {buffer.data + here.first - kGuard, buffer.data + here.first + here.bytes};
  }
  std::vector<Part> parts_of_guard(const char* guard) const {
    return several_processes_ ? std::vector<Part>{{gpu_, 0, kGuard}} : parts(guard, kGuard);
  }

  static void free_memory(Buffer& buffer) {
    if (!buffer.spread) (void)cudaFree(buffer.data - kGuard);
    buffer.spread.reset();
  }

  // The buffer that contains these bytes, including guard bands; nullptr: they belong to another machine.
  const Buffer* buffer_at(const void* data, size_t bytes) const {
    const auto* begin = static_cast<const char*>(data);
    auto buffer = buffers_.upper_bound(const_cast<char*>(begin) + kGuard);
    if (buffer == buffers_.begin()) return nullptr;
    const Buffer& b = (--buffer)->second;
    return begin + bytes > b.data + b.bytes + kGuard ? nullptr : &b;
  }

  // The owner of each piece of memory. Buffers of another machine count as buffers of this GPU.
  std::vector<Part> parts(const void* data, size_t bytes) const {
    const Buffer* buffer = buffer_at(data, bytes);
    if (buffer == nullptr) return {{gpu_, 0, bytes}};
    if (!buffer->spread) return {{buffer->gpu, 0, bytes}};
    const auto offset = static_cast<size_t>(static_cast<const char*>(data) - buffer->spread->begin());
    std::vector<Part> pieces = buffer->spread->pieces(offset, bytes);
    for (Part& piece : pieces) piece.offset -= offset;
    return pieces;
  }

  bool is_here(unsigned gpu) const { return !several_processes_ || mpi::here(gpu); }

  void wait_for(const std::vector<Part>& parts) {
    for (const unsigned gpu : here_)
      if (std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return part.gpu == gpu; }))
        check(cudaStreamSynchronize(streams_[gpu]));
  }

  // Transfers those parts that belong to GPUs of this process.
  void transfer(const std::vector<Part>& parts, void* to, const void* from, cudaMemcpyKind kind) {
    for (const Part& part : parts)
      if (is_here(part.gpu))
        check(cudaMemcpyAsync(static_cast<char*>(to) + part.offset,
                              static_cast<const char*>(from) + part.offset, part.bytes, kind,
                              streams_[part.gpu]));
    wait_for(parts);
  }
  void fill_parts(const std::vector<Part>& parts, void* to, unsigned char byte) {
    const unsigned gpu = gpu_;
    for (const Part& part : parts) {
      if (!is_here(part.gpu)) continue;
      use_gpu(part.gpu);
      check(cudaMemsetAsync(static_cast<char*>(to) + part.offset, byte, part.bytes, streams_[part.gpu]));
    }
    use_gpu(gpu);
    wait_for(parts);
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
  bool several_processes_;      // each process has one of the GPUs
  std::vector<unsigned> here_;  // the GPUs of this process
  unsigned gpu_ = 0;
  std::array<cudaStream_t, device::kMaxGpus> streams_{};  // for each GPU of this process
  std::array<cudaEvent_t, device::kMaxGpus> done_{};  // for each GPU of this process: the end of the last job
  std::map<void*, Buffer> buffers_;                   // keyed by data pointer
  std::array<Names, device::kMaxGpus> scratch_, state_;  // for each GPU of this process
  std::map<std::tuple<const void*, unsigned, size_t>, unsigned> resident_;
};

}  // namespace

std::unique_ptr<device::Machine> make_machine(device::Placement placement) {
  return std::make_unique<GpuMachine>(placement);
}

}  // namespace ladder::cuda
