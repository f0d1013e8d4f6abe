// Locks in an array of cuda::atomic, taken with acquire order and released with release order.
#include <cstdio>
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> locks[4];

__global__ void add(int* totals) {
  const unsigned which = blockIdx.x % 4;
  if (threadIdx.x != 0) return;
  int expected = 0;
  while (!locks[which].compare_exchange_weak(expected, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed))
    expected = 0;
  totals[which] += blockIdx.x;
  locks[which].store(0, cuda::memory_order_release);
}

int main() {
  int host[4], *totals;
  cudaMalloc(&totals, sizeof host);
  cudaMemset(totals, 0, sizeof host);
  add<<<16, 32>>>(totals);
  cudaMemcpy(host, totals, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(totals);
  std::printf("%d\n", host[3]);
  return host[0] != 0 + 4 + 8 + 12;
}
