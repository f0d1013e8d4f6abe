// Two blocks wait for each other at a barrier in device memory, thousands of times.
#include <cstdio>
#include <cuda/barrier>
using B = cuda::barrier<cuda::thread_scope_device>;
__global__ void start(B* b) { init(b, 2); }
__global__ void k(B* b, int* at, int* wrong, int phases) {
  for (int p = 1; p <= phases; ++p) {
    at[blockIdx.x * 32] = p;
    b->arrive_and_wait();
    if (at[(1 - blockIdx.x) * 32] < p) atomicAdd(wrong, 1);
    b->arrive_and_wait();
  }
}
int main() {
  B* b;
  int *at, *wrong, h = 0;
  cudaMalloc(&b, sizeof(B));
  cudaMalloc(&at, 64 * 4);
  cudaMalloc(&wrong, 4);
  cudaMemset(at, 0, 256);
  cudaMemset(wrong, 0, 4);
  start<<<1, 1>>>(b);
  k<<<2, 1>>>(b, at, wrong, 2000);
  cudaMemcpy(&h, wrong, 4, cudaMemcpyDeviceToHost);
  cudaFree(b);
  cudaFree(at);
  cudaFree(wrong);
  return h;
}
