// A cuda::atomic lock is released without memory_order_release.
// says: put a __threadfence() between the write and the atomic or volatile store that announces it
#include <cstdio>
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> lock;

__global__ void add(int* total) {
  if (threadIdx.x != 0) return;
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) expected = 0;
  *total += blockIdx.x;  // bug: race
  lock.store(0, cuda::memory_order_relaxed);
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
