// One stream allocates memory, and a kernel in another stream uses it without waiting for the allocation.
#include <cstdio>
__global__ void fill(int* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 3;
}

int main() {
  const int n = 1000;
  int *a, first = 0;
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaMallocAsync(&a, n * sizeof(int), s);
  fill<<<4, 256, 0, t>>>(a, n);  // bug: stream_race
  cudaMemcpyAsync(&first, a, sizeof(int), cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(t);
  cudaFreeAsync(a, t);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  printf("%d\n", first);
  // says: which cudaMallocAsync allocates in another stream
}
