// The grid is so large that only some blocks are watched. Only the last block goes past the end.
#include <cstdio>
__global__ void twice(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];  // bug: out_of_bounds
}

int main() {
  const int n = 5000001;
  float *in, *out, last = 0;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  twice<<<(n + 255) / 256, 256>>>(in, out);
  cudaMemcpy(&last, out + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", last);
  cudaFree(in);
  cudaFree(out);
}
