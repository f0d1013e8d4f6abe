// The host's loop has one iteration too many, and reads past the end of managed memory.
#include <cstdio>
__global__ void ones(int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 1;
}

int main() {
  const int n = 1024;
  int *y, sum = 0;
  cudaMallocManaged(&y, n * sizeof(int));
  ones<<<4, 256>>>(y, n);
  cudaDeviceSynchronize();
  for (int i = 0; i <= n; i++) sum += y[i];  // bug: host_reads_device
  // says: byte 4096 of y, which has 4096 bytes
  printf("%d\n", sum);
  cudaFree(y);
}
