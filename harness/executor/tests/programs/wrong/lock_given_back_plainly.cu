// The lock is taken with atomicCAS() but released with a plain assignment.
// says: releases the lock lock[0] with a plain store
// one finding
#include <cstdio>

__device__ int lock;

__global__ void add(int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  *total += blockIdx.x;
  __threadfence();
  lock = 0;  // bug: race
}

int main() {
  int host = 0, *total;
  cudaMalloc(&total, sizeof host);
  cudaMemset(total, 0, sizeof host);
  add<<<8, 32>>>(total);
  cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(total);
  std::printf("%d\n", host);
}
