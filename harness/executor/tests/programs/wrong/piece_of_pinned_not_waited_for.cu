// One pinned buffer contains the input, followed by room for the sum. The host may use the input, but not yet the sum.
#include <cstdio>

__global__ void sum(const int* x, int n, int* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, x[i]);
}

int main() {
  const int n = 1500;
  int *host, *x, *total;
  cudaMallocHost(&host, (n + 10) * sizeof(int));
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  for (int i = 0; i < n + 10; ++i) host[i] = i % 7;
  cudaMemcpy(x, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(int));
  sum<<<(n + 255) / 256, 256>>>(x, n, total);
  cudaMemcpyAsync(host + n, total, sizeof(int), cudaMemcpyDeviceToHost);
  int expected = 0;
  for (int i = 0; i < n; ++i) expected += host[i];
  bool right = host[n] == expected;  // bug: not_waited_for
  cudaDeviceSynchronize();
  std::printf("%d %d\n", right, host[n] == expected);
  cudaFree(x);
  cudaFree(total);
  cudaFreeHost(host);
}
