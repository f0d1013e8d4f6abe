// 1000 / 256 gives three blocks: the last 232 elements are not added, and the program's own check detects this.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void add(const float* left, const float* right, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = left[i] + right[i];
}

int main() {
  const int n = 1000, bytes = n * sizeof(float);
  std::vector<float> a(n, 1.5f), b(n, 2), c(n);
  float *left, *right, *sum;
  cudaMalloc(&left, bytes);
  cudaMalloc(&right, bytes);
  cudaMalloc(&sum, bytes);
  cudaMemcpy(left, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(right, b.data(), bytes, cudaMemcpyHostToDevice);
  add<<<n / 256, 256>>>(left, right, sum, n);  // bug: not_computed
  cudaMemcpy(c.data(), sum, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (std::fabs(c[i] - 3.5f) > 1e-5f) {
      printf("wrong at %d\n", i);
      break;
    }
  cudaFree(left);
  cudaFree(right);
  cudaFree(sum);
}
