// The third argument of a launch must be in bytes; here it is in elements.
#include <iostream>

__global__ void shift(double* data) {
  extern __shared__ double copy[];
  copy[threadIdx.x] = data[threadIdx.x];  // bug: out_of_bounds
  __syncthreads();
  data[threadIdx.x] = copy[(threadIdx.x + 1) % blockDim.x];
}

int main() {
  const int n = 96;
  double host[n], *device;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&device, n * sizeof(double));
  cudaMemcpy(device, host, n * sizeof(double), cudaMemcpyHostToDevice);
  shift<<<1, n, n>>>(device);
  cudaMemcpy(host, device, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::cout << host[0] << std::endl;
  return 0;
}
