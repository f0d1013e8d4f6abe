// Nine weights are copied to a constant array of seven.
#include <cstdio>

__constant__ float weights[7];

__global__ void dot(const float* x, float* out) {
  float sum = 0;
  for (int i = 0; i < 7; ++i) sum += weights[i] * x[i];
  *out = sum;
}

int main() {
  float host[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, result = 0, *x, *out;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, host, sizeof host);  // bug: copy_past_end
  dot<<<1, 1>>>(x, out);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(out);
  printf("%g\n", result);
  return 0;
}
