// A maximum by a compare-and-swap that is not repeated if it fails.
#include <cstdio>
__global__ void maximum(const int* values, int n, int* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int old = *result;  // bug: race
  atomicCAS(result, old, max(old, values[i]));
  // says: does not use the result of the atomicCAS()
}

int main() {
  const int n = 1000;
  int host[n], *values, *result, found = 0;
  for (int i = 0; i < n; i++) host[i] = i * 7919 % 1000;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(int));
  maximum<<<8, 128>>>(values, n, result);
  cudaMemcpy(&found, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", found);
  cudaFree(values);
  cudaFree(result);
}
