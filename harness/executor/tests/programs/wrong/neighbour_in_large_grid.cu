// The grid is so large that only some blocks are watched. Each block also writes an element of its neighbour.
#include <cstdio>
__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = 2 * in[i];
  if (threadIdx.x == 0 && i > 0) out[i - 1] = 0;  // bug: race
}

int main() {
  const int n = 5000000;
  float *in, *out, last = 0;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 1, n * sizeof(float));
  twice<<<(n + 255) / 256, 256>>>(in, out, n);
  cudaMemcpy(&last, out + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", last);
  cudaFree(in);
  cudaFree(out);
}
