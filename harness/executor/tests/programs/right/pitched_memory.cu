// Rows of 100 floats in pitched memory, copied with cudaMemcpy2D.
#include <iostream>
#include <vector>

__global__ void scale_rows(float* base, size_t pitch, int width, int height) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < height && col < width) {
    float* line = (float*)((char*)base + row * pitch);
    line[col] *= row;
  }
}

int main() {
  const int width = 100, height = 37;
  std::vector<float> picture(width * height), result(width * height);
  for (int i = 0; i < width * height; ++i) picture[i] = float(i % width);

  float* device;
  size_t pitch;
  cudaMallocPitch((void**)&device, &pitch, width * sizeof(float), height);
  cudaMemset2D(device, pitch, 0, width * sizeof(float), height);
  cudaMemcpy2D(device, pitch, picture.data(), width * sizeof(float), width * sizeof(float), height,
               cudaMemcpyHostToDevice);
  scale_rows<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(device, pitch, width, height);
  cudaMemcpy2D(result.data(), width * sizeof(float), device, pitch, width * sizeof(float), height,
               cudaMemcpyDeviceToHost);
  cudaFree(device);

  int wrong = 0;
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c) wrong += result[r * width + c] != float(r * c);
  std::cout << "pitched_memory: " << wrong << " wrong, pitch " << (pitch >= width * sizeof(float) ? "fits" : "is too small")
            << std::endl;
  return wrong || pitch < width * sizeof(float);
}
