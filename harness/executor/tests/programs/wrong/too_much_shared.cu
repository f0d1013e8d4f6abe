// Uses 64 KB of dynamic shared memory without having requested it.
#include <cstdio>

__global__ void turn(float* data, int n) {
  extern __shared__ float copy[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) copy[i] = data[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = copy[n - 1 - i];
}

int main() {
  const int n = 16 * 1024;
  static float host[n];
  for (int i = 0; i < n; ++i) host[i] = i;
  float* device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, 256, n * sizeof(float)>>>(device, n);  // bug: ignored_error
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  printf("%g\n", host[0]);
  return 0;
}
