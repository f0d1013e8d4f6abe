// The block that finishes last reads the counts of all blocks and resets the counters. Each thread executes a fence
// after its own counting. A second kernel hands out tickets; the thread with the last ticket resets the counter.
#include <cstdio>
#include <vector>

constexpr int kBins = 32;

__device__ unsigned finished = 0, next_ticket = 0;

__global__ void largest_bin(const unsigned char* letters, int n, unsigned* bins, unsigned* largest) {
  __shared__ bool last;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[letters[i] % kBins], 1);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&finished, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  if (threadIdx.x < kBins) {
    atomicMax(largest, bins[threadIdx.x]);
    bins[threadIdx.x] = 0;
  }
  if (threadIdx.x == 0) finished = 0;
}

__global__ void take_tickets(unsigned* taken) {
  unsigned mine = atomicAdd(&next_ticket, 1);
  taken[mine] = 1;
  if (mine == gridDim.x * blockDim.x - 1) next_ticket = 0;
}

int main() {
  const int n = 4000, tickets = 3 * 64;
  std::vector<unsigned char> letters(n);
  std::vector<unsigned> count(kBins), taken(tickets);
  for (int i = 0; i < n; ++i) ++count[(letters[i] = i * i % 251) % kBins];
  unsigned want = 0;
  for (unsigned c : count) want = c > want ? c : want;
  unsigned char* d_letters;
  unsigned *bins, *d_largest, *d_taken, largest = 0;
  cudaMalloc(&d_letters, n);
  cudaMalloc(&bins, kBins * sizeof(unsigned));
  cudaMalloc(&d_largest, sizeof(unsigned));
  cudaMalloc(&d_taken, tickets * sizeof(unsigned));
  cudaMemcpy(d_letters, letters.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, kBins * sizeof(unsigned));
  cudaMemset(d_largest, 0, sizeof(unsigned));
  bool right = true;
  for (int again = 0; again < 2; ++again) {
    largest_bin<<<6, 128>>>(d_letters, n, bins, d_largest);
    cudaMemcpy(&largest, d_largest, sizeof(unsigned), cudaMemcpyDeviceToHost);
    right &= largest == want;
    take_tickets<<<3, 64>>>(d_taken);
    cudaMemcpy(taken.data(), d_taken, tickets * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (unsigned t : taken) right &= t == 1;
  }
  printf("the largest bin has %u: %s\n", largest, right ? "right" : "wrong");
  cudaFree(d_letters);
  cudaFree(bins);
  cudaFree(d_largest);
  cudaFree(d_taken);
  return !right;
}
