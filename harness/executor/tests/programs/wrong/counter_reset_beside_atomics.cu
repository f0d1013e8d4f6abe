// One block resets the counter with a volatile store while the others are still counting: some additions are lost.
#include <cstdio>

__global__ void count_even(const int* x, int n, int* counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *(volatile int*)counter = 0;  // bug: race
  if (i < n && x[i] % 2 == 0) atomicAdd(counter, 1);
}

int main() {
  const int n = 2000;
  static int host[n];
  int *x, *counter, result = 0;
  for (int i = 0; i < n; i++) host[i] = i * 3;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&counter, sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  count_even<<<(n + 127) / 128, 128>>>(x, n, counter);
  cudaMemcpy(&result, counter, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d even\n", result);
  cudaFree(x);
  cudaFree(counter);
}
