// Two warps in a block take different locks for the same word.
// says: while holding a different lock, locks[
#include <cstdio>

__global__ void count(int* locks, int* sum) {
  if (threadIdx.x % 32 != 0) return;
  int* lock = &locks[threadIdx.x / 32];
  for (int k = 0; k < 8; ++k) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum = *sum + 1;  // bug: race
    __threadfence();
    atomicExch(lock, 0);
  }
}

int main() {
  int host = 0, *locks, *sum;
  cudaMalloc(&locks, 2 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(locks, 0, 2 * sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  count<<<1, 64>>>(locks, sum);
  cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(locks);
  cudaFree(sum);
  return 0;
}
