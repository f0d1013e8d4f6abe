// A block of 64 x 32 threads exceeds the maximum.
#include <cstdio>
#include <vector>

__global__ void fill(float* m, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) m[y * width + x] = 1;
}

int main() {
  const int width = 256, height = 128;
  std::vector<float> host(width * height);
  float* device;
  cudaMalloc(&device, host.size() * sizeof(float));
  cudaMemset(device, 0, host.size() * sizeof(float));
  dim3 block(64, 32);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  fill<<<grid, block>>>(device, width, height);  // bug: ignored_error
  cudaMemcpy(host.data(), device, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
  printf("%g\n", host[0]);
  return 0;
}
