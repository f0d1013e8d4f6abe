// Each row of threads loads the same weights, four at a time, and reads back the values that it has stored.
#include <cstdio>

struct Range {
  int low, high, step;
};

__global__ void weigh(const float4* weights, Range range, float* sums) {
  __shared__ float4 cache[8];
  __shared__ Range mine;
  int x = threadIdx.x, y = threadIdx.y;
  if (x < 8) cache[x] = weights[x];
  mine = range;  // bug: same_value
  __syncwarp();
  float4 own = x < 8 ? cache[x] : float4{};
  sums[y * 32 + x] = (own.x + own.y + own.z + own.w) * (mine.high - mine.low);
}

int main() {
  float host[128], *weights, *sums;
  for (int i = 0; i < 128; ++i) host[i] = i % 32;
  cudaMalloc(&weights, 32 * sizeof(float));
  cudaMalloc(&sums, sizeof host);
  cudaMemcpy(weights, host, 32 * sizeof(float), cudaMemcpyHostToDevice);
  weigh<<<1, dim3(32, 4)>>>(reinterpret_cast<const float4*>(weights), Range{2, 5, 1}, sums);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g of 66\n", host[1]);
  cudaFree(weights);
  cudaFree(sums);
  return 0;
}
