// Each warp waits for the flag of the preceding warp. The store that sets the flag needs a fence before it.
// says: directly before the store that sets done
#include <cstdio>
#include <cuda_runtime.h>
__global__ void chain(int* out) {
  __shared__ int total[4];
  __shared__ volatile int done[4];
  int w = threadIdx.x / 32;
  if (threadIdx.x < 4) done[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    int before = 0;
    if (w > 0) {
      while (!done[w - 1]) {}
      __threadfence_block();
      before = total[w - 1];  // bug: race
    }
    total[w] = before + 1;
    done[w] = 1;
    out[w] = before + 1;
  }
}
int main() {
  int h[4], *b;
  cudaMalloc(&b, sizeof h);
  chain<<<1, 128>>>(b);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%d\n", h[3]);
  cudaFree(b);
}
