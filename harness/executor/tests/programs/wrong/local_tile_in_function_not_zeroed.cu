// A device function adds up the products of a small tile in an array that it never sets to zero.
#include <cstdio>

constexpr int kTile = 4;

struct Sums {
  float of[kTile];
};

__device__ Sums products(const float* a, const float* b, int k) {
  float sum[kTile];  // bug: uninitialised
  for (int i = 0; i < k; ++i)
    for (int t = 0; t < kTile; ++t) sum[t] += a[i] * b[i * kTile + t];
  Sums all;
  for (int t = 0; t < kTile; ++t) all.of[t] = sum[t];
  return all;
}

__global__ void multiply(const float* a, const float* b, float* c, int k) {
  const Sums sums = products(a + threadIdx.x * k, b, k);
  for (int t = 0; t < kTile; ++t) c[threadIdx.x * kTile + t] = sums.of[t];
}

int main() {
  constexpr int kRows = 64, kDepth = 32;
  static float left[kRows * kDepth], right[kDepth * kTile], product[kRows * kTile];
  for (float& value : left) value = 1;
  for (float& value : right) value = 2;
  float *a, *b, *c;
  cudaMalloc(&a, sizeof left);
  cudaMalloc(&b, sizeof right);
  cudaMalloc(&c, sizeof product);
  cudaMemcpy(a, left, sizeof left, cudaMemcpyHostToDevice);
  cudaMemcpy(b, right, sizeof right, cudaMemcpyHostToDevice);
  multiply<<<1, kRows>>>(a, b, c, kDepth);
  cudaMemcpy(product, c, sizeof product, cudaMemcpyDeviceToHost);
  std::printf("%g\n", product[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
