// Every thread that finds the number stores 1. This works, but the unordered stores cause a remark.
#include <cstdio>

__global__ void find(const int* x, int n, int number, int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] == number) *found = 1;  // bug: same_value
}

int main() {
  const int n = 1000;
  int host[n], *x, *found, result = 0;
  for (int i = 0; i < n; i++) host[i] = i % 10;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&found, sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(found, 0, sizeof(int));
  find<<<4, 256>>>(x, n, 7, found);
  cudaMemcpy(&result, found, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%s\n", result ? "there" : "not there");
  cudaFree(x);
  cudaFree(found);
}
