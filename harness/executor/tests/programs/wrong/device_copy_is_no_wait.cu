// A device-to-device cudaMemcpy() returns immediately, so the host must wait before it reads managed memory.
#include <cstdio>

__global__ void squares(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * i;
}

int main() {
  const int n = 1000;
  int *result, *table, *copy;
  cudaMallocManaged(&result, n * sizeof(int));
  cudaMalloc(&table, n * sizeof(int));
  cudaMalloc(&copy, n * sizeof(int));
  cudaMemset(table, 0, n * sizeof(int));
  squares<<<(n + 255) / 256, 256>>>(result, n);
  cudaMemcpy(copy, table, n * sizeof(int), cudaMemcpyDeviceToDevice);
  int last = result[n - 1];  // bug: not_waited_for
  cudaDeviceSynchronize();
  printf("%d\n", last);
  cudaFree(result);
  cudaFree(table);
  cudaFree(copy);
}
