// One warp passes data to another through a flag in shared memory, without a fence.
// says: one of the threads waits for ready, but a flag alone orders nothing
#include <cstdio>

__global__ void hand_over(int* out) {
  __shared__ int data[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x * 2;
    __syncwarp();
    if (threadIdx.x == 0) ready = 1;
  } else {
    while (!ready) {
    }
    out[threadIdx.x - 32] = data[63 - threadIdx.x];  // bug: race
  }
}

int main() {
  int host[32], *out;
  cudaMalloc(&out, sizeof host);
  hand_over<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d\n", host[0]);
  return 0;
}
