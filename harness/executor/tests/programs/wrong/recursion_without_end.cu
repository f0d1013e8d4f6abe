// A function calls itself endlessly.
#include <cstdio>

__device__ long long factorial(int n, volatile int *d) { *d = n; return n * factorial(n - 1, d) + 1; }  // bug: crash

__global__ void run(long long *out, int *depth) { *out = factorial(20, depth); }

int main() {
  long long *out;
  int *depth;
  cudaMalloc(&out, sizeof(long long));
  cudaMalloc(&depth, sizeof(int));
  run<<<1, 1>>>(out, depth);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(out);
  cudaFree(depth);
  return e != cudaSuccess;
}
