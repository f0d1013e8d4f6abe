// The host waits for a flag in managed memory, which a kernel sets with a release store. The data is then visible,
// although the kernel may still be running.
#include <cstdio>
#include <cuda/atomic>
using Flag = cuda::atomic<int, cuda::thread_scope_system>;

__global__ void work(int* data, Flag* flag) {
  *data = 42;
  flag->store(1, cuda::std::memory_order_release);
}

int main() {
  int* data;
  Flag* flag;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(Flag));
  *data = 0;
  flag->store(0);
  work<<<1, 1>>>(data, flag);
  while (flag->load(cuda::std::memory_order_acquire) == 0) {
  }
  const int result = *data;
  printf("%d\n", result);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(flag);
  return result == 42 ? 0 : 1;
}
