// The last copy was pasted from the first one, and its direction was not changed.
#include <iostream>
#include <vector>

__global__ void iota(float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i;
}

int main() {
  const int n = 500;
  std::vector<float> result(n);
  float* device;
  cudaMalloc(&device, n * sizeof(float));
  iota<<<1, 128>>>(device, n);
  cudaMemcpy(result.data(), device, n * sizeof(float), cudaMemcpyHostToDevice);  // bug: copy_direction
  cudaFree(device);
  std::cout << result[n - 1] << "\n";
  return 0;
}
