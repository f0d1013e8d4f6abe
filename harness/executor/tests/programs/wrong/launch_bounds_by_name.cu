// The block is larger than the named constant in __launch_bounds__ allows.
#include <cstdio>

constexpr int most = 64;
__global__ void __launch_bounds__(most) count(int* a) { atomicAdd(a, 1); }

int main() {
  int *a, sum = 0;
  cudaMalloc(&a, sizeof *a);
  cudaMemset(a, 0, sizeof *a);
  count<<<1, 128>>>(a);  // bug: ignored_error
  cudaMemcpy(&sum, a, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(a);
  std::printf("%d\n", sum);
}
