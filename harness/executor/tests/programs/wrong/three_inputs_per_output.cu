// The grid is rounded down. Each output has three inputs, so the input is larger than the output.
#include <cstdio>
#include <vector>
__global__ void grey(const float* rgb, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
}

int main() {
  const int n = 2400;
  std::vector<float> host(3 * n, 1), result(n);
  float *rgb, *out;
  cudaMalloc(&rgb, 3 * n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(rgb, host.data(), 3 * n * sizeof(float), cudaMemcpyHostToDevice);
  grey<<<n / 256, 256>>>(rgb, out, n);  // bug: not_computed
  cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", result[n - 1]);
  cudaFree(rgb);
  cudaFree(out);
}
