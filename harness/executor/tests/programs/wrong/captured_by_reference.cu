// The lambda captures a host variable by reference.
#include <cstdio>
template <typename F>
__global__ void for_each(int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

int main() {
  constexpr int n = 1000;
  float factor = 3, *values;
  cudaMalloc(&values, n * sizeof(float));
  const auto fill = [values, &factor] __device__(int i) {
    values[i] = factor * i;  // bug: invalid_address
    // says: a lambda captures it by reference
  };
  for_each<<<4, 256>>>(n, fill);
  static float host[n];
  if (cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess) printf("%g\n", host[7]);
  cudaFree(values);
}
