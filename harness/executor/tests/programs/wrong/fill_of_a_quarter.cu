// cudaMemset() receives the number of elements instead of the number of bytes.
#include <cstdio>
__global__ void count(const int* input, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[input[i]], 1);  // bug: uninitialised
  // says: The cudaMemset() on line 17 fills only the first 64 bytes of bins, which has 256
}

int main() {
  constexpr int n = 1000, kBins = 64;
  static int host[n];
  for (int i = 0; i < n; ++i) host[i] = i * 7 % kBins;
  int *input, *bins, result[kBins];
  cudaMalloc(&input, sizeof host);
  cudaMalloc(&bins, sizeof result);
  cudaMemcpy(input, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, kBins);
  count<<<4, 256>>>(input, bins, n);
  cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d %d\n", result[0], result[63]);
  cudaFree(input);
  cudaFree(bins);
}
