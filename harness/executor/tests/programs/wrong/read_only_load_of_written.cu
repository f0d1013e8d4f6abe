// __ldg() may be used only for data that no thread of the kernel writes.
// says: with __ldg()
#include <cstdio>

__global__ void turn(float* values, float* out, int n) {
  const int i = threadIdx.x;
  values[i] *= 2;
  __syncthreads();
  out[i] = __ldg(&values[n - 1 - i]);  // bug: race
}

int main() {
  float host[64], *values, *out;
  for (float& x : host) x = 1;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(values, out, 64);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(values);
  cudaFree(out);
}
