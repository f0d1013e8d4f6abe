// A plain read of a word that other threads update with atomics; the reading thread's own atomic is on another word.
#include <cstdio>

__device__ unsigned tries;

__global__ void find_largest(const unsigned* x, unsigned* largest, unsigned* seen, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned old = *largest;  // bug: race
  atomicAdd(&tries, 1);
  if (x[i] > 100) atomicMax(largest, x[i]);
  seen[i] = old;
}

int main() {
  const int n = 4096;
  static unsigned host[n];
  unsigned *x, *largest, *seen;
  for (int i = 0; i < n; ++i) host[i] = i * 2654435761u % 100003;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&seen, sizeof host);
  cudaMalloc(&largest, sizeof(unsigned));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(largest, 0, sizeof(unsigned));
  find_largest<<<64, 64>>>(x, largest, seen, n);
  cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(seen);
  cudaFree(largest);
  std::printf("%u\n", host[5]);
}
