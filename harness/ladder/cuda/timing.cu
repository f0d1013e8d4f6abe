#include "cuda/timing.h"

#include <cuda_runtime.h>

#include <chrono>

#include "data/fingerprint.h"
#include "cuda/error.h"
#include "cuda/gpu_threads.h"
#include "cuda/memory.h"
#include "mpi/job.h"

using namespace ladder;

namespace ladder::cuda {
namespace {

constexpr unsigned kBlock = 256;

__global__ void write_all(uint4* words, size_t n, unsigned value) {
  for (size_t i = size_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += size_t{gridDim.x} * kBlock)
    words[i] = make_uint4(value, value, value, value);
}

__global__ void read_all(const uint4* words, size_t n, unsigned* never_written) {
  unsigned sum = 0;
  for (size_t i = size_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += size_t{gridDim.x} * kBlock)
    sum += words[i].x;
  if (sum == 0xFFFFFFFF) *never_written = sum;  // all words are 0, but the compiler does not know this
}

__global__ void hash_all(const uint32_t* words, size_t n, const unsigned char* tail, unsigned tail_bytes,
                         unsigned long long* total) {
  unsigned long long sum = 0;
  for (size_t i = size_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += size_t{gridDim.x} * kBlock)
    sum += data::hash_of_word(i, words[i]);
  if (blockIdx.x == 0 && threadIdx.x < tail_bytes)
    sum += data::hash_of_last_byte(threadIdx.x, tail[threadIdx.x]);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

int property(cudaDeviceAttr which) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

unsigned full_grid() { return 8 * static_cast<unsigned>(property(cudaDevAttrMultiProcessorCount)); }

}  // namespace

struct ColdTimer::Parts {
  size_t bytes = 2 * static_cast<size_t>(property(cudaDevAttrL2CacheSize)) + (size_t{32} << 20);
  Memory dirty{bytes}, clean{bytes}, unused{sizeof(unsigned)};
  unsigned grid = full_grid();
  unsigned round = 0;
  cudaEvent_t start = nullptr, stop = nullptr;
  ~Parts() {
    if (start != nullptr) (void)cudaEventDestroy(start);
    if (stop != nullptr) (void)cudaEventDestroy(stop);
  }
};

ColdTimer::ColdTimer() : parts_(std::make_unique<Parts>()) {
  check(cudaMemset(parts_->clean.data, 0, parts_->bytes));
  check(cudaDeviceSynchronize());
  check(cudaEventCreate(&parts_->start));
  check(cudaEventCreate(&parts_->stop));
}

ColdTimer::~ColdTimer() = default;

void ColdTimer::flush(void* stream) {
  Parts& p = *parts_;
  const auto s = static_cast<cudaStream_t>(stream);
  const size_t words = p.bytes / sizeof(uint4);
  write_all<<<p.grid, kBlock, 0, s>>>(static_cast<uint4*>(p.dirty.data), words, p.round++);
  read_all<<<p.grid, kBlock, 0, s>>>(static_cast<const uint4*>(p.clean.data), words,
                                     static_cast<unsigned*>(p.unused.data));
  check(cudaGetLastError());
}

double ColdTimer::seconds(void* stream, const std::function<void()>& before,
                          const std::function<void()>& work) {
  Parts& p = *parts_;
  const auto s = static_cast<cudaStream_t>(stream);
  flush(stream);
  before();
  check(cudaEventRecord(p.start, s));
  work();
  check(cudaEventRecord(p.stop, s));
  check(cudaEventSynchronize(p.stop));
  check(cudaGetLastError());
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, p.start, p.stop));
  return 1e-3 * static_cast<double>(milliseconds);
}

ColdTimerOfGpus::ColdTimerOfGpus() = default;
ColdTimerOfGpus::~ColdTimerOfGpus() = default;

double ColdTimerOfGpus::seconds(unsigned gpus, const std::function<void()>& before,
                                const std::function<void()>& work, const std::function<void()>& wait) {
  while (timers_.size() < gpus) {
    check(cudaSetDevice(static_cast<int>(timers_.size())));
    timers_.push_back(std::make_unique<ColdTimer>());
  }
  check(cudaSetDevice(0));
  // The threads that will do the work also flush, so that no sample includes the time needed to wake them.
  on_gpu_threads(gpus, [&](unsigned gpu) {
    timers_[gpu]->flush(nullptr);
    check(cudaDeviceSynchronize());
  });
  before();
  wait();
  mpi::wait_for_all();
  const auto start = std::chrono::steady_clock::now();
  work();
  wait();
  return mpi::largest(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

uint64_t fingerprint(const void* device_pointer, size_t bytes) {
  Memory total(sizeof(unsigned long long));
  check(cudaMemset(total.data, 0, sizeof(unsigned long long)));
  const size_t words = bytes / 4;
  hash_all<<<full_grid(), kBlock>>>(static_cast<const uint32_t*>(device_pointer), words,
                                    static_cast<const unsigned char*>(device_pointer) + 4 * words,
                                    static_cast<unsigned>(bytes % 4),
                                    static_cast<unsigned long long*>(total.data));
  check(cudaGetLastError());
  uint64_t hash = 0;
  check(cudaMemcpy(&hash, total.data, sizeof hash, cudaMemcpyDeviceToHost));
  return hash;
}

}  // namespace ladder::cuda
