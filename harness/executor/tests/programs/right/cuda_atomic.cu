// cuda::atomic_ref with scopes and orders: a producer block, a consumer block, and a counter.
#include <cuda/atomic>
#include <cuda/std/cstdint>
#include <cstdio>

__global__ void produce_and_consume(int* data, int* ready, cuda::std::int64_t* total, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
  cuda::atomic_ref<cuda::std::int64_t, cuda::thread_scope_device> sum(*total);
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = i + 1;
    __syncthreads();
    if (threadIdx.x == 0) flag.store(1, cuda::std::memory_order_release);
  } else {
    if (threadIdx.x == 0)
      while (flag.load(cuda::std::memory_order_acquire) == 0) {
      }
    __syncthreads();
    cuda::std::int64_t mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine += data[i];
    sum.fetch_add(mine, cuda::std::memory_order_relaxed);
  }
}

int main() {
  const int n = 500;
  int *data, *ready;
  cuda::std::int64_t *total, host = 0;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&ready, sizeof(int));
  cudaMalloc(&total, sizeof *total);
  cudaMemset(ready, 0, sizeof(int));
  cudaMemset(total, 0, sizeof *total);
  produce_and_consume<<<2, 64>>>(data, ready, total, n);
  cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(ready);
  cudaFree(total);
  std::printf("cuda_atomic: %lld\n", (long long)host);
  return host == n * (n + 1) / 2 ? 0 : 1;
}
