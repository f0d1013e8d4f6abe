// Thread 0 announces that its block has finished counting, but other threads in the block may still be counting.
#include <cstdio>
#include <vector>

constexpr int kBins = 32;

__device__ unsigned finished = 0;

__global__ void largest_bin(const unsigned char* letters, int n, unsigned* bins, unsigned* largest) {
  __shared__ bool last;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[letters[i] % kBins], 1);
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < kBins) atomicMax(largest, bins[threadIdx.x]);  // bug: race
}

int main() {
  const int n = 4000;
  std::vector<unsigned char> letters(n);
  for (int i = 0; i < n; ++i) letters[i] = i * i % 251;
  unsigned char* d_letters;
  unsigned *bins, *d_largest, largest = 0;
  cudaMalloc(&d_letters, n);
  cudaMalloc(&bins, kBins * sizeof(unsigned));
  cudaMalloc(&d_largest, sizeof(unsigned));
  cudaMemcpy(d_letters, letters.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, kBins * sizeof(unsigned));
  cudaMemset(d_largest, 0, sizeof(unsigned));
  largest_bin<<<6, 128>>>(d_letters, n, bins, d_largest);
  cudaMemcpy(&largest, d_largest, sizeof(unsigned), cudaMemcpyDeviceToHost);
  printf("the largest bin has %u\n", largest);
  cudaFree(d_letters);
  cudaFree(bins);
  cudaFree(d_largest);
  return 0;
}
