// In host code, the name of a __device__ variable denotes the host's own copy: on a GPU, this program prints 0.
#include <cstdio>

__device__ int found;

__global__ void search(const int* values, int wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] == wanted) atomicAdd(&found, 1);
}

int main() {
  const int n = 500;
  int host[n], *values;
  for (int i = 0; i < n; ++i) host[i] = i % 10;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  search<<<(n + 127) / 128, 128>>>(values, 7, n);
  cudaDeviceSynchronize();
  printf("%d\n", found);  // bug: host_reads_device
  cudaFree(values);
}
