// One warp passes data to another through a flag in shared memory, with a fence on each side.
#include <cstdio>

__global__ void hand_over(int* out) {
  __shared__ int data[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x * 2;
    __syncwarp();
    __threadfence_block();
    if (threadIdx.x == 0) ready = 1;
  } else {
    while (!ready) {
    }
    __threadfence_block();
    out[threadIdx.x - 32] = data[63 - threadIdx.x];
  }
}

int main() {
  int host[32], *out;
  cudaMalloc(&out, sizeof host);
  hand_over<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d\n", host[0]);
  return host[0] != 62;
}
