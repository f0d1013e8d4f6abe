// Measures the latency of a load, and the bytes that must be in flight to keep the memory busy. Prints JSON
// (results/latency.schema.json); record.sh writes it to results/<gpu>/latency.json, and
// docs/machine/latency.md shows it. latency: one thread follows a chain of pointers, so that each load waits
// for the previous load. in_flight: every thread issues `loads` loads before it uses the first; the grid is
// one wave of `threads` on each multiprocessor. Bytes in flight: at most threads * loads * bytes per load.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr int kSamples = 7;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "latency: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

struct Quartiles {
  double low, median, high;
};

// The time in seconds that `work` takes, measured with events after a warm-up run.
template <typename Work>
Quartiles timed(Work work) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<double> samples;
  for (int sample = -1; sample < kSamples; ++sample) {
    check(cudaEventRecord(begin));
    work();
    check(cudaGetLastError());
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    if (sample >= 0) samples.push_back(ms / 1e3);
  }
  std::sort(samples.begin(), samples.end());
  return {samples[kSamples / 4], samples[kSamples / 2], samples[kSamples - 1 - kSamples / 4]};
}

// nodes[i].next is the index of the next node. Each node fills a cache line.
struct alignas(128) Node {
  uint32_t next;
};

__global__ void chase(const Node* nodes, unsigned first, unsigned steps, unsigned* last) {
  unsigned at = first;
  for (unsigned i = 0; i < steps; ++i) at = static_cast<const volatile Node*>(nodes)[at].next;
  *last = at;
}

// Like chase, but through the L1, which a volatile load of global memory bypasses. The first steps of a chain
// fill the cache; a chain twice as long has the same first steps.
__global__ void chase_l1(const Node* nodes, unsigned first, unsigned steps, unsigned* last) {
  unsigned at = first;
  for (unsigned i = 0; i < steps; ++i) at = __ldca(&nodes[at].next);
  *last = at;
}

__global__ void chase_shared(unsigned steps, unsigned* last) {
  __shared__ volatile uint32_t next[1024];
  for (unsigned i = 0; i < 1024; ++i) next[i] = (i + 33) % 1024;
  unsigned at = 0;
  for (unsigned i = 0; i < steps; ++i) at = next[at];
  *last = at;
}

template <typename Vector, int kLoads>
__global__ void read_all(const Vector* input, size_t n, unsigned* sum) {
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  unsigned own = 0;
#pragma unroll 1
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i + (kLoads - 1) * threads < n;
       i += kLoads * threads) {
    Vector v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) v[k] = input[i + k * threads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if constexpr (sizeof(Vector) == 16)
        own += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
      else
        own += v[k];
    }
  }
  if (own == 0x9ABCDEF1) *sum = own;
}

int multiprocessors = 0;
bool first_row = true;

template <typename Vector, int kLoads>
void measure_bandwidth(const uint32_t* input, size_t bytes, unsigned* sum) {
  for (const int threads : {32, 64, 128, 256, 512, 1024, 2048}) {
    const int block = std::min(threads, 512), blocks = threads / block * multiprocessors;
    int fit = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, read_all<Vector, kLoads>, block, 0));
    if (fit * block < threads) continue;  // a block of that size needs too many registers
    const Quartiles q = timed([&] {
      read_all<Vector, kLoads>
          <<<blocks, block>>>(reinterpret_cast<const Vector*>(input), bytes / sizeof(Vector), sum);
    });
    std::printf(
        "%s\n    {\"threads\": %d, \"loads\": %d, \"load_bytes\": %zu, \"bytes_in_flight\": %zu, "
        "\"bandwidth\": %.6g, \"low\": %.6g, \"high\": %.6g}",
        first_row ? "" : ",", threads, kLoads, sizeof(Vector), threads * kLoads * sizeof(Vector),
        bytes / q.median, bytes / q.high, bytes / q.low);
    first_row = false;
  }
}

}  // namespace

int main() {
  cudaDeviceProp gpu;
  int driver = 0, runtime = 0, clock_khz = 0;
  check(cudaGetDeviceProperties(&gpu, 0));
  check(cudaDriverGetVersion(&driver));
  check(cudaRuntimeGetVersion(&runtime));
  check(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0));
  multiprocessors = gpu.multiProcessorCount;

  constexpr size_t kMost = size_t{1} << 30;
  size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  const size_t most = std::min(kMost, free / 2 / (1 << 20) * (1 << 20));
  Node* nodes = nullptr;
  unsigned* last = nullptr;
  check(cudaMalloc(&nodes, most));
  check(cudaMalloc(&last, sizeof *last));

  std::printf(
      "{\n  \"$schema\": "
      "\"https://raw.githubusercontent.com/warp-ladder/warp-ladder/main/results/latency.schema.json\",\n  "
      "\"latency_version\": 1,\n  \"context\": {\"device\": \"%s\", \"compute_capability\": \"%d.%d\", "
      "\"multiprocessors\": %d, \"l2_bytes\": %d, \"clock_hz\": %.6g, \"driver_cuda\": \"%d.%d\", "
      "\"toolkit\": \"%d.%d\"},\n  \"latency\": {",
      gpu.name, gpu.major, gpu.minor, multiprocessors, gpu.l2CacheSize, clock_khz * 1e3, driver / 1000,
      driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);

  // A chain twice as long takes longer by `steps` loads; the launch time cancels out.
  const auto tell = [&](const char* name, size_t bytes, unsigned steps, auto kernel) {
    const Quartiles once = timed([&] { kernel(steps); }), twice = timed([&] { kernel(2 * steps); });
    const double seconds = (twice.median - once.median) / steps;
    std::printf("%s\n    \"%s\": {\"footprint_bytes\": %zu, \"seconds\": %.6g, \"cycles\": %.6g}",
                *name == 's' ? "" : ",", name, bytes, seconds, seconds * clock_khz * 1e3);
  };
  const auto fill = [&](size_t bytes) {  // makes one random cycle through all nodes
    const size_t n = bytes / sizeof(Node);
    std::vector<uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    std::mt19937 random(1);
    for (size_t i = n - 1; i > 0; --i) std::swap(order[i], order[random() % i]);  // Sattolo
    std::vector<Node> host(n);
    for (size_t i = 0; i < n; ++i) host[i].next = order[i];
    check(cudaMemcpy(nodes, host.data(), bytes, cudaMemcpyHostToDevice));
  };
  constexpr unsigned kSteps = 1 << 14;
  tell("shared", 4096, 1 << 16, [&](unsigned n) { chase_shared<<<1, 1>>>(n, last); });
  fill(64 << 10);
  tell("l1", 64 << 10, kSteps, [&](unsigned n) { chase_l1<<<1, 1>>>(nodes, 0, n, last); });
  fill(4 << 20);
  tell("l2", 4 << 20, 1 << 16, [&](unsigned n) { chase<<<1, 1>>>(nodes, 0, n, last); });
  fill(most);
  unsigned first = 0;  // each sample visits nodes that are not yet in the cache
  tell("memory", most, kSteps, [&](unsigned n) {
    chase<<<1, 1>>>(nodes, first, n, last);
    check(cudaMemcpy(&first, last, sizeof first, cudaMemcpyDeviceToHost));
  });
  std::printf("\n  },\n  \"in_flight\": [");

  const auto* input = reinterpret_cast<const uint32_t*>(nodes);
  measure_bandwidth<uint32_t, 1>(input, most, last);
  measure_bandwidth<uint32_t, 2>(input, most, last);
  measure_bandwidth<uint32_t, 4>(input, most, last);
  measure_bandwidth<uint32_t, 8>(input, most, last);
  measure_bandwidth<uint32_t, 16>(input, most, last);
  measure_bandwidth<uint4, 1>(input, most, last);
  measure_bandwidth<uint4, 2>(input, most, last);
  measure_bandwidth<uint4, 4>(input, most, last);
  measure_bandwidth<uint4, 8>(input, most, last);
  std::printf("\n  ]\n}\n");
  return 0;
}
