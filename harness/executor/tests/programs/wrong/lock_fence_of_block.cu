// A lock that all blocks share, with fences that order only the threads in one block.
#include <cstdio>

struct Lock {
  int taken;
  __device__ void take() {
    while (atomicCAS(&taken, 0, 1) != 0) {
    }
    __threadfence_block();
  }
  __device__ void give_back() {
    __threadfence();
    atomicExch(&taken, 0);
  }
};

__device__ Lock lock;

__global__ void add_up(volatile long long* total) {
  if (threadIdx.x == 0) {
    lock.take();
    *total = *total + blockIdx.x;  // bug: race
    lock.give_back();
  }
}

int main() {
  long long *total, result = 0;
  cudaMalloc(&total, sizeof(long long));
  cudaMemset(total, 0, sizeof(long long));
  add_up<<<64, 32>>>(total);
  cudaMemcpy(&result, total, sizeof(long long), cudaMemcpyDeviceToHost);
  std::printf("%lld\n", result);
  cudaFree(total);
}
