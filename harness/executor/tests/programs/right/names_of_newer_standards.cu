// nvcc compiles C++17 by default, so names that C++20 reserves belong to the program.
#include <math.h>

#include <cstdio>

__device__ float lerp(float a, float b, float w) { return a + w * (b - a); }
__device__ double lerp(double a, double b, double w) { return a + w * (b - a); }
struct concept {
  int requires;
};
typedef unsigned char char8_t;

__global__ void kernel(float* o, concept c) {
  const char8_t byte = 2;
  *o = lerp(1.0f, 2.0f, 0.5f) + static_cast<float>(lerp(0.0, byte, 0.25)) + static_cast<float>(c.requires);
}

int main() {
  float *d, h = 0;
  cudaMalloc(&d, sizeof h);
  kernel<<<1, 1>>>(d, concept{3});
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  std::printf("%g\n", static_cast<double>(h));
  return h != 5.0f;
}
