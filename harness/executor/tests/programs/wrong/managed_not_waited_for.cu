// The host reads managed memory while the kernel may still be writing to it.
#include <iostream>

__global__ void fill(int* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = i;
}

int main() {
  const int n = 4096;
  int* x;
  cudaMallocManaged(&x, n * sizeof(int));
  fill<<<8, 128>>>(x, n);
  int last = x[n - 1];  // bug: not_waited_for
  cudaDeviceSynchronize();
  cudaFree(x);
  std::cout << last << '\n';
  return 0;
}
