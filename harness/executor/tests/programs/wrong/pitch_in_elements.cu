// The pitch is in bytes, but it is used as a number of floats.
// says: is in bytes, not elements
#include <cstdio>

__global__ void fill(float* rows, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) rows[y * pitch + x] = x + y;  // bug: out_of_bounds
}

int main() {
  const int width = 128, height = 30;
  float* rows;
  size_t pitch;
  static float host[height][width];
  cudaMallocPitch(&rows, &pitch, sizeof host[0], height);
  cudaMemset2D(rows, pitch, 0, sizeof host[0], height);
  fill<<<dim3(2, height), 64>>>(rows, pitch, width, height);
  cudaMemcpy2D(host, sizeof host[0], rows, pitch, sizeof host[0], height, cudaMemcpyDeviceToHost);
  printf("%g\n", host[1][1]);
  cudaFree(rows);
}
