// The readers wait at a barrier until the buffer is full, but the writers do not wait until it has been read.
// says: put a __syncthreads()
#include <cstdio>
#include <cuda/barrier>
#include <cuda_runtime.h>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void handover(const int* in, int* out, int rounds) {
  __shared__ int buf[32];
  __shared__ barrier filled;
  if (threadIdx.x == 0) init(&filled, 64);
  __syncthreads();
  int acc = 0;
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x < 32) {
      buf[threadIdx.x] = in[r * 32 + threadIdx.x];  // bug: race
      filled.arrive_and_wait();
    } else {
      filled.arrive_and_wait();
      acc += buf[63 - threadIdx.x];
    }
  }
  if (threadIdx.x >= 32) out[threadIdx.x - 32] = acc;
}
int main() {
  int h[128] = {}, *a, *b;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, 128);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  handover<<<1, 64>>>(a, b, 4);
  cudaMemcpy(h, b, 128, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%d\n", h[0]);
  cudaFree(a); cudaFree(b);
}
