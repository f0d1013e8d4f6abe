// Adds one to a vector. The copy to the host transfers n bytes instead of n floats.
#include <cstdio>
#include <vector>
__global__ void add(const float* a, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + 1;
}
int main() {
  const int n = 1000;
  std::vector<float> a(n, 1), c(n);
  float *d_a, *d_c;
  cudaMalloc(&d_a, n * sizeof(float)); cudaMalloc(&d_c, n * sizeof(float));
  cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<4, 256>>>(d_a, d_c, n);
  cudaMemcpy(c.data(), d_c, n, cudaMemcpyDeviceToHost);  // bug: not_copied_back
  printf("%f\n", c[999]);
  cudaFree(d_a); cudaFree(d_c);
}
