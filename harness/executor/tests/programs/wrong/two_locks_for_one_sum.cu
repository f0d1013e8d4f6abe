// Even and odd blocks take different locks for the same word.
// says: while holding a different lock, locks[
#include <cstdio>

__device__ int locks[2];

__device__ void add(double* sum, double value, int which) {
  while (atomicCAS(&locks[which], 0, 1) != 0) {
  }
  __threadfence();
  *sum += value;  // bug: race
  __threadfence();
  atomicExch(&locks[which], 0);
}

__global__ void total(double* sum) {
  if (threadIdx.x == 0) add(sum, blockIdx.x + 1, blockIdx.x % 2);
}

int main() {
  double *sum, host = 0;
  cudaMalloc(&sum, sizeof(double));
  cudaMemset(sum, 0, sizeof(double));
  total<<<12, 32>>>(sum);
  cudaMemcpy(&host, sum, sizeof(double), cudaMemcpyDeviceToHost);
  printf("%g\n", host);
  cudaFree(sum);
  return 0;
}
