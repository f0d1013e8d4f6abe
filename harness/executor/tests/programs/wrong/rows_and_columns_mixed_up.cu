// The picture is taller than it is wide, but the index is computed with the height instead of the width.
#include <cstdio>
#include <vector>

#define W 30
#define H 100

__global__ void brighten(unsigned char* pixels, int by) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < W && y < H) pixels[y * H + x] += by;  // bug: out_of_bounds
}

int main() {
  std::vector<unsigned char> picture(W * H, 10);
  unsigned char* d;
  cudaMalloc(&d, W * H);
  cudaMemcpy(d, picture.data(), W * H, cudaMemcpyHostToDevice);
  brighten<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(d, 5);
  cudaMemcpy(picture.data(), d, W * H, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", picture[0]);
  return 0;
}
