// 48 KB of __shared__ arrays, the maximum without an explicit request.
#include <cstdio>

constexpr int count = 48 * 1024 / sizeof(int);
__constant__ int weights[16 * 1024];

__global__ void turn(int* o) {
  __shared__ int s[count];
  for (int i = threadIdx.x; i < count; i += 256) s[i] = i + weights[i];
  __syncthreads();
  if (blockIdx.x == 0)
    for (int i = threadIdx.x; i < count; i += 256) o[i] = s[count - 1 - i];
}

int main() {
  int *d, h[count], wrong = 0;
  cudaMalloc(&d, sizeof h);
  for (int i = 0; i < count; ++i) h[i] = 1;
  cudaMemcpyToSymbol(weights, h, sizeof h);
  turn<<<1, 256>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) wrong += h[i] != count - i;
  cudaFree(d);
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
