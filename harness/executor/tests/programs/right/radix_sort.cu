// Radix sort, four bits per pass: count per block, scan the counts, scatter in order.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

constexpr int kBits = 4, kDigits = 1 << kBits, kThreads = 128;

__global__ void count_digits(const uint32_t* keys, int n, int shift, uint32_t* counts) {
  __shared__ uint32_t local[kDigits];
  if (threadIdx.x < kDigits) local[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) atomicAdd(&local[keys[i] >> shift & (kDigits - 1)], 1u);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

// One thread is enough for a few hundred counts.
__global__ void scan_counts(uint32_t* counts, int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; ++i) {
    const uint32_t here = counts[i];
    counts[i] = sum;
    sum += here;
  }
}

__global__ void scatter(const uint32_t* keys, int n, int shift, const uint32_t* starts, uint32_t* sorted) {
  __shared__ uint8_t digits[kThreads];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  const uint32_t key = i < n ? keys[i] : 0;
  const int digit = i < n ? key >> shift & (kDigits - 1) : kDigits;
  digits[t] = digit;
  __syncthreads();
  if (i >= n) return;
  int rank = 0;  // counts earlier equal digits, so that the sort keeps their order
  for (int before = 0; before < t; ++before) rank += digits[before] == digit;
  sorted[starts[digit * gridDim.x + blockIdx.x] + rank] = key;
}

int main() {
  const int n = 3000, blocks = (n + kThreads - 1) / kThreads;
  std::mt19937 random(3);
  std::vector<uint32_t> keys(n), sorted(n);
  for (auto& k : keys) k = random();
  uint32_t *from, *to, *counts;
  cudaMalloc(&from, n * sizeof(uint32_t));
  cudaMalloc(&to, n * sizeof(uint32_t));
  cudaMalloc(&counts, kDigits * blocks * sizeof(uint32_t));
  cudaMemcpy(from, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
  for (int shift = 0; shift < 32; shift += kBits) {
    count_digits<<<blocks, kThreads>>>(from, n, shift, counts);
    scan_counts<<<1, 1>>>(counts, kDigits * blocks);
    scatter<<<blocks, kThreads>>>(from, n, shift, counts, to);
    std::swap(from, to);
  }
  cudaMemcpy(sorted.data(), from, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
  cudaFree(counts);
  std::sort(keys.begin(), keys.end());
  const bool same = keys == sorted;
  std::printf("radix_sort: %d keys %s\n", n, same ? "sorted" : "not sorted");
  return same ? 0 : 1;
}
