// Both images are the same array, so a pixel is computed from neighbours that have already been blurred.
// says: from.pixels and to.pixels are both image. Give the kernel a second array
// one finding
#include <cstdio>

struct Image {
  int width, height;
  float* pixels;
};

__global__ void blur(Image from, Image to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= from.width - 1 || y >= from.height - 1) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += from.pixels[(y + dy) * from.width + x + dx];
  to.pixels[y * to.width + x] = sum / 9;  // bug: race
}

int main() {
  const int width = 64, height = 48;
  static float host[width * height];
  for (int i = 0; i < width * height; ++i) host[i] = i % 7;
  float* image;
  cudaMalloc(&image, sizeof host);
  cudaMemcpy(image, host, sizeof host, cudaMemcpyHostToDevice);
  const Image it{width, height, image};
  blur<<<dim3(4, 6), dim3(16, 8)>>>(it, it);
  cudaMemcpy(host, image, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[width + 1]);
  cudaFree(image);
}
