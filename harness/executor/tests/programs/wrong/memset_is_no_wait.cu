// cudaMemset() on device memory returns immediately, like a launch.
#include <cstdio>

__global__ void halves(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i / 2.0f;
}

int main() {
  const int n = 1000;
  float *result, *scratch;
  cudaMallocHost(&result, n * sizeof(float));
  cudaMalloc(&scratch, n * sizeof(float));
  halves<<<(n + 255) / 256, 256>>>(result, n);
  cudaMemset(scratch, 0, n * sizeof(float));
  float last = result[n - 1];  // bug: not_waited_for
  cudaDeviceSynchronize();
  printf("%g\n", last);
  cudaFreeHost(result);
  cudaFree(scratch);
}
