// All blocks add to one number, which requires an atomic; no flag or ticket announces anything here.
// says: use an atomic (such as atomicAdd
// one finding
#include <cstdio>

__global__ void count(const int* values, int* bins, int* total) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = 0;
  __syncthreads();
  const int value = values[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&bins[value % 4], 1);
  atomicAdd(&mine, value);
  __syncthreads();
  if (threadIdx.x == 0) *total += mine;  // bug: race
}

int main() {
  int host[256], *values, *bins, *total;
  for (int i = 0; i < 256; ++i) host[i] = i % 9;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&bins, 4 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 4 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<4, 64>>>(values, bins, total);
  cudaMemcpy(host, total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(host + 1, bins, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(values);
  cudaFree(bins);
  cudaFree(total);
}
