// A function is passed the coefficients as a pointer, so sizeof is the size of that pointer.
// says: the size of a pointer, but weights has 64 bytes
#include <cstdio>

constexpr int kElements = 1024, kWeights = 16;

__constant__ float weights[kWeights];

__global__ void filter(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kWeights; ++k) sum += weights[k] * in[(i + k) % n];
  out[i] = sum;
}

void set_weights(const float* from) {
  cudaMemcpyToSymbol(weights, from, sizeof(from));  // bug: copy_size
}

int main() {
  float coefficients[kWeights], host[kElements], *in, *out;
  for (float& w : coefficients) w = 0.5f;
  for (float& x : host) x = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  set_weights(coefficients);
  filter<<<kElements / 256, 256>>>(in, out, kElements);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[0]);
  cudaFree(in);
  cudaFree(out);
}
