// The right neighbour of the last cell does not exist.
#include <cstdio>
#include <vector>

__global__ void smooth(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;  // bug: out_of_bounds
}

int main() {
  const int n = 1000;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(float));
  smooth<<<(n + 127) / 128, 128>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  printf("%g\n", host[n / 2]);
  return 0;
}
