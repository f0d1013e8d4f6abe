// Finds the n at which a GPU becomes faster: times the same sum on the host's processor and on the GPU, with
// and without the transfer of the numbers. Prints JSON (results/crossover.schema.json); record.sh writes it to
// results/<gpu>/crossover.json, and docs/machine/crossover.md shows it.
// Each timing ends when the host has the sum. Every method sums the same n floats repeatedly, so a small input is
// cached on both processors. All numbers are -1, 0 or 1, so every sum is exact in any order, and is compared
// with ==.
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kBlock = 256, kLanes = 64, kSamples = 21;
constexpr size_t kMost = size_t{1} << 28;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "crossover: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

// A loop with one sum would wait for each addition. Independent sums overlap, and use vector registers.
float sum_of(const float* numbers, size_t n) {
  float sums[kLanes] = {};
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) sums[lane] += numbers[i + lane];
  float sum = 0;
  for (; i < n; ++i) sum += numbers[i];
  for (const float part : sums) sum += part;
  return sum;
}

float sum_by_threads(const float* numbers, size_t n) {
  float sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    const size_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const size_t begin = n * thread / threads, end = n * (thread + 1) / threads;
    sum += sum_of(numbers + begin, end - begin);
  }
  return sum;
}

__global__ void reduce(const float4* input, size_t vectors, float* sums) {
  __shared__ float of_warps[kBlock / 32];
  float sum = 0;
  const size_t threads = size_t{gridDim.x} * kBlock;
  for (size_t i = size_t{blockIdx.x} * kBlock + threadIdx.x; i < vectors; i += threads) {
    const float4 v = input[i];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  for (unsigned distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int warp = 1; warp < kBlock / 32; ++warp) sum += of_warps[warp];
  sums[blockIdx.x] = sum;
}

float *numbers_gpu, *sums_gpu, *sum_pinned;
int most_blocks;

// The sum of the numbers that are already in numbers_gpu.
float sum_on_gpu(size_t n) {
  const size_t vectors = n / 4;
  const int blocks = static_cast<int>(std::min<size_t>((vectors + kBlock - 1) / kBlock, most_blocks));
  reduce<<<blocks, kBlock>>>(reinterpret_cast<const float4*>(numbers_gpu), vectors, sums_gpu);
  if (blocks > 1)
    reduce<<<1, kBlock>>>(reinterpret_cast<const float4*>(sums_gpu), (blocks + 3) / 4,
                          sums_gpu + most_blocks);
  check(cudaGetLastError());
  check(cudaMemcpy(sum_pinned, sums_gpu + (blocks > 1 ? most_blocks : 0), sizeof(float),
                   cudaMemcpyDeviceToHost));
  return *sum_pinned;
}

float sum_with_transfer(const float* numbers, size_t n) {
  check(cudaMemcpy(numbers_gpu, numbers, n * sizeof(float), cudaMemcpyHostToDevice));
  return sum_on_gpu(n);
}

template <typename Sum>
double median_seconds(const char* name, size_t n, float expected, Sum sum) {
  std::vector<double> samples;
  for (int sample = -1; sample < kSamples; ++sample) {
    const auto start = std::chrono::steady_clock::now();
    const float found = sum();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (found != expected) {
      std::fprintf(stderr, "crossover: %s, n = %zu: the sum is %g, expected %g\n", name, n, found, expected);
      std::exit(1);
    }
    if (sample >= 0) samples.push_back(time.count());
  }
  std::nth_element(samples.begin(), samples.begin() + kSamples / 2, samples.end());
  return samples[kSamples / 2];
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  return "unknown";
}

}  // namespace

int main() {
  cudaDeviceProp gpu;
  int driver = 0, runtime = 0;
  check(cudaGetDeviceProperties(&gpu, 0));
  check(cudaDriverGetVersion(&driver));
  check(cudaRuntimeGetVersion(&runtime));
  most_blocks = gpu.multiProcessorCount * 8;

  float* pinned = nullptr;
  std::vector<float> pageable(kMost);
  std::mt19937 random(1);
  for (float& number : pageable) number = static_cast<float>(random() % 3) - 1;
  check(cudaMallocHost(&pinned, kMost * sizeof(float)));
  check(cudaMallocHost(&sum_pinned, sizeof(float)));
  std::copy(pageable.begin(), pageable.end(), pinned);
  check(cudaMalloc(&numbers_gpu, kMost * sizeof(float)));
  check(cudaMalloc(&sums_gpu, (most_blocks + 1) * sizeof(float)));

  std::printf(
      "{\n  \"$schema\": "
      "\"https://raw.githubusercontent.com/warp-ladder/warp-ladder/main/results/crossover.schema.json\",\n"
      "  \"crossover_version\": 1,\n  \"context\": {\"device\": \"%s\", \"cpu\": \"%s\", \"threads\": %d, "
      "\"driver_cuda\": "
      "\"%d.%d\", \"toolkit\": \"%d.%d\", \"samples\": %d},\n  \"rows\": [",
      gpu.name, cpu_name().c_str(), omp_get_max_threads(), driver / 1000, driver % 1000 / 10, runtime / 1000,
      runtime % 1000 / 10, kSamples);
  const char* names[] = {"cpu_one_thread", "cpu_all_threads", "gpu", "gpu_with_pinned_transfer",
                         "gpu_with_pageable_transfer"};
  struct Row {
    size_t n;
    double seconds[5];
  };
  std::vector<Row> rows;
  for (size_t n = 1 << 8; n <= kMost; n *= 4) {
    double exact = 0;
    for (size_t i = 0; i < n; ++i) exact += pageable[i];
    const auto expected = static_cast<float>(exact);
    check(cudaMemset(
        sums_gpu, 0,
        (most_blocks + 1) * sizeof(float)));  // the second launch's last vector may extend past the last sum
    const auto time = [&](int way, auto sum) { return median_seconds(names[way], n, expected, sum); };
    Row row{n, {}};
    row.seconds[0] = time(0, [&] { return sum_of(pageable.data(), n); });
    row.seconds[1] = time(1, [&] { return sum_by_threads(pageable.data(), n); });
    check(cudaMemcpy(numbers_gpu, pinned, n * sizeof(float), cudaMemcpyHostToDevice));
    row.seconds[2] = time(2, [&] { return sum_on_gpu(n); });
    row.seconds[3] = time(3, [&] { return sum_with_transfer(pinned, n); });
    row.seconds[4] = time(4, [&] { return sum_with_transfer(pageable.data(), n); });
    std::printf("%s\n    {\"n\": %zu", rows.empty() ? "" : ",", n);
    for (int way = 0; way < 5; ++way) std::printf(", \"%s\": %.6g", names[way], row.seconds[way]);
    std::printf("}");
    rows.push_back(row);
  }
  // The smallest n at and above which a method was always faster than the host's faster method; 0: none.
  std::printf("\n  ],\n  \"faster_from\": {");
  for (int way = 2; way < 5; ++way) {
    size_t from = 0;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      if (row->seconds[way] >= std::min(row->seconds[0], row->seconds[1])) break;
      from = row->n;
    }
    std::printf("%s\"%s\": %zu", way == 2 ? "" : ", ", names[way], from);
  }
  std::printf("}\n}\n");
  return 0;
}
