// One block waits for another block, whose first thread uses a bad pointer before it sets the flag.
#include <cstdio>

__global__ void handed_on(int* flag, int* values, const int* nothing) {
  volatile int* seen = flag;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      while (*seen == 0) {
      }
    __syncthreads();
    __threadfence();
    values[threadIdx.x] += 1;
  } else {
    values[threadIdx.x] = nothing[threadIdx.x];  // bug: invalid_address
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *seen = 1;
  }
}

int main() {
  int *flag, *values;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  handed_on<<<2, 64>>>(flag, values, nullptr);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(flag);
  cudaFree(values);
}
