// The index ignores the block index, so all blocks write to the same elements.
#include <cstdio>
#include <vector>

__global__ void fill(int* out) {
  int i = threadIdx.x;
  out[i] = 100 * blockIdx.x + threadIdx.x;  // bug: race
}

int main() {
  const int n = 512;
  std::vector<int> host(n);
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemset(d, 0, n * sizeof(int));
  fill<<<4, 128>>>(d);
  cudaMemcpy(host.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("the last is %d\n", host[n - 1]);
  return 0;
}
