// The sum that each thread computes has no initial value.
// says: Initialise it; a sum, for example, starts at 0
#include <cstdio>

__global__ void dot(const float* x, const float* y, float* result, int n) {
  float sum;  // bug: uninitialised
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i] * y[i];
  atomicAdd(result, sum);
}

int main() {
  constexpr int kElements = 4096;
  static float host[kElements];
  for (float& value : host) value = 1;
  float total = 0, *x, *result;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));
  dot<<<1, 128>>>(x, x, result, kElements);
  cudaMemcpy(&total, result, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("%g\n", total);
  cudaFree(x);
  cudaFree(result);
}
