// Each thread writes an element of the second half, but the array is only as large as the first half. The
// kernel's first access is past the end of managed memory, in the same page.
#include <cstdio>

__global__ void second_half(int* a, int n) {
  int i = threadIdx.x;
  if (i < n) a[n + i] = i;  // bug: out_of_bounds
}

int main() {
  int* a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) a[i] = 0;
  second_half<<<1, 32>>>(a, 32);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(a);
}
