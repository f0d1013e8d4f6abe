// The slot is marked as empty before it has been read.
#include <cstdio>

__global__ void pass_on(int* result) {
  __shared__ int slot;
  __shared__ volatile int full;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (threadIdx.x == 0) {
      while (full) {
      }
      __threadfence_block();
      slot = i;
      __threadfence_block();
      full = 1;
    } else if (threadIdx.x == 32) {
      while (!full) {
      }
      __threadfence_block();
      full = 0;
      sum += slot;  // bug: race
    }
  }
  if (threadIdx.x == 32) *result = sum;
}

int main() {
  int *d_result, result;
  cudaMalloc(&d_result, sizeof(int));
  pass_on<<<1, 64>>>(d_result);
  cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d of 28\n", result);
  cudaFree(d_result);
  return 0;
}
