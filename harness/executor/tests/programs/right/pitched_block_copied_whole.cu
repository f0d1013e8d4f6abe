// A pitched allocation is copied with its padding, which was never written.
#include <cstdio>
#include <vector>
__global__ void mark(char* image, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) image[y * pitch + x] = 1;
}

int main() {
  const int width = 50, height = 10;
  char* image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width, height);
  mark<<<height, 64>>>(image, pitch, width, height);
  std::vector<char> host(pitch * height);
  cudaMemcpy(host.data(), image, pitch * height, cudaMemcpyDeviceToHost);
  cudaFree(image);
  int sum = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) sum += host[y * pitch + x];
  printf("%d\n", sum);
  return sum == width * height ? 0 : 1;
}
