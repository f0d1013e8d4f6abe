// The matrix is transposed in place: threads read elements that other threads write.
#include <cstdio>

const int n = 64;

__global__ void transpose(float* to, const float* from) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  to[x * n + y] = from[y * n + x];  // bug: race
}

int main() {
  static float host[n * n];
  for (int i = 0; i < n * n; ++i) host[i] = i;
  float* m;
  cudaMalloc(&m, sizeof host);
  cudaMemcpy(m, host, sizeof host, cudaMemcpyHostToDevice);
  transpose<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(m, m);
  cudaMemcpy(host, m, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(m);
  printf("%g\n", host[1]);
  return 0;
}
