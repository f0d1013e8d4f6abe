// The limits set by memory: the highest rates at which plain kernels and the copy engine read or copy a given
// number of bytes.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <memory>

#include "cuda/error.h"
#include "cuda/nccl.h"
#include "cuda/timing.h"
#include "mpi/job.h"
#include "peers/workload.h"

namespace ladder::peers {
namespace {

constexpr unsigned kBlock = 256;
constexpr uint32_t kStep = 2654435761u;  // word i holds i * kStep

__global__ void fill_words(uint32_t* words, size_t n) {
  for (size_t i = size_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += size_t{gridDim.x} * kBlock)
    words[i] = static_cast<uint32_t>(i) * kStep;
}

__global__ void count_wrong_words(const uint32_t* words, size_t n, unsigned long long* wrong) {
  for (size_t i = size_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += size_t{gridDim.x} * kBlock)
    if (words[i] != static_cast<uint32_t>(i) * kStep) atomicAdd(wrong, 1ull);
}

// Calls use(i, vectors[i]) for every i, with kInFlight 16-byte loads in flight per thread.
template <int kInFlight, typename Use>
__device__ void for_each_vector(const uint4* vectors, size_t n, Use use) {
  const size_t stride = size_t{gridDim.x} * kBlock;
  size_t i = size_t{blockIdx.x} * kBlock + threadIdx.x;
  for (; i + (kInFlight - 1) * stride < n; i += kInFlight * stride) {
    uint4 v[kInFlight];
#pragma unroll
    for (int k = 0; k < kInFlight; ++k) v[k] = vectors[i + k * stride];
#pragma unroll
    for (int k = 0; k < kInFlight; ++k) use(i + k * stride, v[k]);
  }
  for (; i < n; i += stride) use(i, vectors[i]);
}

// The words that do not fill a vector, at most three, are handled by the first threads.
template <typename Use>
__device__ void for_each_last_word(size_t words, Use use) {
  const size_t i = words / 4 * 4 + threadIdx.x;
  if (blockIdx.x == 0 && i < words) use(i);
}

// Timed launches pass tell = false and write nothing; each thread's sum serves only to decide whether to write.
template <int kInFlight>
__global__ void read_kernel(const uint32_t* words, size_t n, bool tell, unsigned* sum) {
  unsigned own = 0;
  for_each_vector<kInFlight>(reinterpret_cast<const uint4*>(words), n / 4,
                             [&](size_t, uint4 v) { own += v.x + v.y + v.z + v.w; });
  for_each_last_word(n, [&](size_t i) { own += words[i]; });
  if (tell)
    atomicAdd(sum, own);
  else if (own == 0x9ABCDEF1)
    *sum = own;
}

template <int kInFlight>
__global__ void copy_kernel(const uint32_t* from, uint32_t* to, size_t n) {
  for_each_vector<kInFlight>(reinterpret_cast<const uint4*>(from), n / 4,
                             [&](size_t i, uint4 v) { reinterpret_cast<uint4*>(to)[i] = v; });
  for_each_last_word(n, [&](size_t i) { to[i] = from[i]; });
}

__global__ void empty_kernel() {}

struct Buffers {
  uint32_t *from, *to;
  unsigned* sum;
  unsigned long long* wrong;
  size_t words;
};

struct Choice {
  int in_flight;
  unsigned grid;
};

using LaunchKernel = void (*)(const Buffers&, Choice, bool tell, cudaStream_t);

void launch_read(const Buffers& b, Choice c, bool tell, cudaStream_t stream) {
  const auto kernel = c.in_flight == 1 ? read_kernel<1> : c.in_flight == 4 ? read_kernel<4> : read_kernel<8>;
  kernel<<<c.grid, kBlock, 0, stream>>>(b.from, b.words, tell, b.sum);
  cuda::check(cudaGetLastError());
}

void launch_copy(const Buffers& b, Choice c, bool, cudaStream_t stream) {
  const auto kernel = c.in_flight == 1 ? copy_kernel<1> : c.in_flight == 4 ? copy_kernel<4> : copy_kernel<8>;
  kernel<<<c.grid, kBlock, 0, stream>>>(b.from, b.to, b.words);
  cuda::check(cudaGetLastError());
}

std::vector<Choice> choices(size_t words, unsigned multiprocessors) {
  const size_t blocks_for_one_vector_each = std::max<size_t>(1, (words / 4 + kBlock - 1) / kBlock);
  std::vector<Choice> all;
  for (const int in_flight : {1, 4, 8}) {
    const size_t enough = (blocks_for_one_vector_each + static_cast<size_t>(in_flight) - 1) / in_flight;
    for (const size_t limit : {8u * multiprocessors, 64u * multiprocessors, 0x7FFFFFFFu}) {
      const auto grid = static_cast<unsigned>(std::min(enough, limit));
      const bool known = std::any_of(all.begin(), all.end(),
                                     [&](Choice c) { return c.in_flight == in_flight && c.grid == grid; });
      if (!known) all.push_back({in_flight, grid});
    }
  }
  return all;
}

// Times each choice a few times, compares the best times, and returns the best choice.
Choice fastest(LaunchKernel launch, const Buffers& buffers, const device::Machine& machine) {
  constexpr int kSamples = 5;
  cuda::ColdTimer timer;
  Choice best{};
  double best_seconds = 0;
  for (const Choice choice : choices(buffers.words, machine.device().multiprocessors)) {
    const auto work = [&] { launch(buffers, choice, false, static_cast<cudaStream_t>(machine.stream)); };
    for (int sample = 0; sample < kSamples; ++sample) {
      const double seconds = timer.seconds(
          machine.stream, [] {}, work);
      if (best.grid == 0 || seconds < best_seconds) best = choice, best_seconds = seconds;
    }
  }
  return best;
}

cudaStream_t stream_of(const stage::Job& job) { return static_cast<cudaStream_t>(job.context->stream); }

std::string how(Choice c) {
  return std::to_string(c.grid) + " blocks of " + std::to_string(kBlock) + " threads, " +
         std::to_string(c.in_flight) + " loads of 16 bytes in flight: the fastest of those tried";
}

std::string verify_read(const Buffers& b, Choice choice, cudaStream_t stream) {
  cuda::check(cudaMemsetAsync(b.sum, 0, sizeof *b.sum, stream));
  launch_read(b, choice, true, stream);
  uint32_t sum = 0;
  cuda::check(cudaMemcpyAsync(&sum, b.sum, sizeof sum, cudaMemcpyDeviceToHost, stream));
  cuda::check(cudaStreamSynchronize(stream));
  const size_t n = b.words;
  const size_t pairs = n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;  // 0 + 1 + … + n - 1, modulo 2^64
  const uint32_t expected = n == 0 ? 0 : static_cast<uint32_t>(pairs) * kStep;
  return sum == expected
             ? ""
             : "the words read sum to " + std::to_string(sum) + ", expected " + std::to_string(expected);
}

std::string verify_copy(const Buffers& b, const std::function<void(cudaStream_t)>& copy,
                        cudaStream_t stream) {
  cuda::check(cudaMemsetAsync(b.to, 0xFF, b.words * sizeof(uint32_t), stream));
  copy(stream);
  cuda::check(cudaMemsetAsync(b.wrong, 0, sizeof *b.wrong, stream));
  count_wrong_words<<<1024, kBlock, 0, stream>>>(b.to, b.words, b.wrong);
  cuda::check(cudaGetLastError());
  unsigned long long wrong = 0;
  cuda::check(cudaMemcpyAsync(&wrong, b.wrong, sizeof wrong, cudaMemcpyDeviceToHost, stream));
  cuda::check(cudaStreamSynchronize(stream));
  return wrong == 0 ? "" : std::to_string(wrong) + " words of the copy are wrong";
}

}  // namespace

std::vector<Workload> ceilings(device::Machine& machine, size_t bytes) {
  const auto stream = static_cast<cudaStream_t>(machine.stream);
  Buffers b{};
  b.words = bytes / sizeof(uint32_t);
  b.from = static_cast<uint32_t*>(machine.allocate("ceiling_from", bytes));
  b.to = static_cast<uint32_t*>(machine.allocate("ceiling_to", bytes));
  b.sum = static_cast<unsigned*>(machine.allocate("ceiling_sum", sizeof(unsigned)));
  b.wrong = static_cast<unsigned long long*>(machine.allocate("ceiling_wrong", sizeof(unsigned long long)));
  fill_words<<<1024, kBlock, 0, stream>>>(b.from, b.words);
  cuda::check(cudaGetLastError());
  machine.synchronize();

  const Choice read = fastest(launch_read, b, machine), copy = fastest(launch_copy, b, machine);
  const auto run_copy = [=](cudaStream_t on) { launch_copy(b, copy, false, on); };
  const auto run_memcpy = [=](cudaStream_t on) {
    cuda::check(cudaMemcpyAsync(b.to, b.from, b.words * sizeof(uint32_t), cudaMemcpyDeviceToDevice, on));
  };
  return {{.id = "ceiling/read",
           .idea = "read-only kernel",
           .note = how(read),
           .bytes = bytes,
           .run = [=](const stage::Job& job) { launch_read(b, read, false, stream_of(job)); },
           .verify = [=] { return verify_read(b, read, stream); }},
          {.id = "ceiling/copy",
           .idea = "copy kernel",
           .note = how(copy),
           .bytes = 2 * bytes,
           .run = [=](const stage::Job& job) { run_copy(stream_of(job)); },
           .verify = [=] { return verify_copy(b, run_copy, stream); }},
          {.id = "ceiling/memcpy",
           .idea = "cudaMemcpyAsync, device to device",
           .bytes = 2 * bytes,
           .run = [=](const stage::Job& job) { run_memcpy(stream_of(job)); },
           .verify = [=] { return verify_copy(b, run_memcpy, stream); }},
          {.id = "ceiling/launch",
           .idea = "an empty kernel",
           .note = "the least that any launch takes",
           .run =
               [](const stage::Job& job) {
                 empty_kernel<<<1, 32, 0, stream_of(job)>>>();
                 cuda::check(cudaGetLastError());
               },
           .verify = [] { return std::string(); }}};
}

namespace {

// Runs `work` on the stream of GPU 1, with GPU 1 as the current device.
template <typename Work>
void on_second_gpu(device::Context& context, Work work) {
  context.use_gpu(1);
  work(static_cast<cudaStream_t>(context.stream));
  context.use_gpu(0);
}

// A float with the value 1 on every GPU, and the sum over all GPUs.
struct OneOfEach {
  std::array<void*, device::kMaxGpus> value{}, sum{};

  explicit OneOfEach(device::Machine& machine) {
    const float one = 1;
    for (unsigned gpu = 0; gpu < machine.gpus(); ++gpu) {
      if (!mpi::here(gpu)) continue;
      machine.use_gpu(gpu);
      value[gpu] = machine.scratch("ceiling_value", sizeof one);
      sum[gpu] = machine.scratch("ceiling_total", sizeof one);
      machine.upload(value[gpu], &one, sizeof one);
    }
    machine.use_gpu(0);
  }
  void reduce(device::Context& context) const {
    cuda::nccl_all_reduce(context, cuda::Number::f32, value.data(), sum.data());
  }
  std::string verify(device::Machine& machine) const {
    reduce(machine);
    machine.synchronize();
    float total = 0;
    machine.download(&total, sum[mpi::rank()], sizeof total);
    return total == static_cast<float>(machine.gpus()) ? "" : "the sum is " + std::to_string(total);
  }
};

std::vector<Workload> peer_ceilings(device::Machine& machine, size_t bytes) {
  Buffers b{};
  b.words = bytes / sizeof(uint32_t);
  b.from = static_cast<uint32_t*>(machine.scratch("ceiling_from", bytes));
  fill_words<<<1024, kBlock, 0, static_cast<cudaStream_t>(machine.stream)>>>(b.from, b.words);
  cuda::check(cudaGetLastError());
  machine.synchronize();
  machine.use_gpu(1);
  b.to = static_cast<uint32_t*>(machine.scratch("ceiling_to", bytes));
  b.sum = static_cast<unsigned*>(machine.scratch("ceiling_sum", sizeof(unsigned)));
  b.wrong = static_cast<unsigned long long*>(machine.scratch("ceiling_wrong", sizeof(unsigned long long)));
  machine.use_gpu(0);
  const std::vector<Choice> all = choices(b.words, machine.device().multiprocessors);
  const Choice read =
      all.back();  // the most loads in flight, each of one vector, because the link has a long latency

  const auto copy = [=](cudaStream_t on) {
    cuda::check(cudaMemcpyAsync(b.to, b.from, b.words * sizeof(uint32_t), cudaMemcpyDefault, on));
  };
  return {{.id = "ceiling/peer_copy",
           .idea = "cudaMemcpyAsync, GPU 0 to GPU 1",
           .bytes = bytes,
           .run = [=](const stage::Job& job) { on_second_gpu(*job.context, copy); },
           .verify =
               [=, &machine] {
                 std::string wrong;
                 on_second_gpu(machine, [&](cudaStream_t on) { wrong = verify_copy(b, copy, on); });
                 return wrong;
               }},
          {.id = "ceiling/peer_read",
           .idea = "GPU 1 reads GPU 0's memory",
           .note = how(read),
           .bytes = bytes,
           .run =
               [=](const stage::Job& job) {
                 on_second_gpu(*job.context, [&](cudaStream_t on) { launch_read(b, read, false, on); });
               },
           .verify =
               [=, &machine] {
                 std::string wrong;
                 on_second_gpu(machine, [&](cudaStream_t on) { wrong = verify_read(b, read, on); });
                 return wrong;
               }}};
}

}  // namespace

std::vector<Workload> link_ceilings(device::Machine& machine, size_t bytes) {
  std::vector<Workload> workloads;
  if (mpi::processes() == 1) workloads = peer_ceilings(machine, bytes);
  workloads.push_back({.id = "ceiling/launch_each",
                       .idea = "an empty kernel on each GPU",
                       .note = "the least that any launch on all GPUs takes",
                       .run =
                           [](const stage::Job& job) {
                             job.context->on_each_gpu([](unsigned, void* stream) {
                               empty_kernel<<<1, 32, 0, static_cast<cudaStream_t>(stream)>>>();
                               cuda::check(cudaGetLastError());
                             });
                           },
                       .verify = [] { return std::string(); }});
  if (cuda::why_no_nccl().empty()) {
    const OneOfEach one(machine);
    workloads.push_back({.id = "ceiling/nccl",
                         .idea = "NCCL's all-reduce of one float",
                         .run = [=](const stage::Job& job) { one.reduce(*job.context); },
                         .verify = [=, &machine] { return one.verify(machine); }});
  }
  return workloads;
}

}  // namespace ladder::peers
