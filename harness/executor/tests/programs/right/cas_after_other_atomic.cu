// A plain read of a word, an atomic on another word, and then a compare-and-swap loop on the first word.
#include <cstdio>

__device__ unsigned tries;

__global__ void find_largest(const unsigned* x, unsigned* largest, unsigned* second, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned old = *largest, other = *second;
  atomicAdd(&tries, 1);
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(largest, assumed, max(assumed, x[i]));
  } while (old != assumed);
  do {
    assumed = other;
    other = atomicCAS(second, assumed, max(assumed, x[i] / 2));
  } while (other != assumed);
}

int main() {
  const int n = 4096;
  static unsigned host[n];
  unsigned *x, *found;
  for (int i = 0; i < n; ++i) host[i] = i * 2654435761u % 100003;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&found, 2 * sizeof(unsigned));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(found, 0, 2 * sizeof(unsigned));
  find_largest<<<64, 64>>>(x, found, found + 1, n);
  cudaMemcpy(host, found, 2 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(found);
  std::printf("%u\n", host[0]);
  return host[0] / 2 != host[1];
}
