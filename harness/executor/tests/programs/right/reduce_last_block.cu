// A sum in a single launch: the block that finishes last adds up the partial sums.
#include <iostream>
#include <vector>

constexpr int kThreads = 256;

__device__ unsigned int finished = 0;

__global__ void sum(const unsigned* values, unsigned n, volatile unsigned* partial, unsigned* result) {
  __shared__ unsigned cache[kThreads];
  __shared__ bool last;
  unsigned mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += values[i];
  cache[threadIdx.x] = mine;
  __syncthreads();
  for (int half = kThreads / 2; half; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = cache[0];
    __threadfence();
    last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;

  if (threadIdx.x == 0) {
    __threadfence();
    unsigned total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
    *result = total;
    finished = 0;
  }
}

int main() {
  const unsigned n = 50001, blocks = 12;
  std::vector<unsigned> values(n);
  unsigned want = 0;
  for (unsigned i = 0; i < n; ++i) want += values[i] = i * 2654435761u >> 20;

  unsigned *d_values, *d_partial, *d_result, got = 0;
  cudaMalloc(&d_values, n * sizeof(unsigned));
  cudaMalloc(&d_partial, blocks * sizeof(unsigned));
  cudaMalloc(&d_result, sizeof(unsigned));
  cudaMemcpy(d_values, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  bool right = true;
  for (int again = 0; again < 2; ++again) {
    sum<<<blocks, kThreads>>>(d_values, n, d_partial, d_result);
    cudaMemcpy(&got, d_result, sizeof got, cudaMemcpyDeviceToHost);
    right &= got == want;
  }
  cudaFree(d_values);
  cudaFree(d_partial);
  cudaFree(d_result);
  std::cout << "reduce_last_block: " << got << (right ? " right" : " wrong") << std::endl;
  return !right;
}
