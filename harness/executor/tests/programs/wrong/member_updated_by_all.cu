// Several threads add to a member of the same structure.
// says: bins[16].s.sum
#include <cstdio>
#include <cuda_runtime.h>
struct Values { float sum, max; };
struct Bin { int count; Values s; int pad; };
__global__ void stats(const float* x, int n, Bin* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[i % 20].s.sum += x[i];  // bug: race
}
int main() {
  const int n = 1000;
  static float h[n]; Bin r[20], *bins; float* x;
  for (int i = 0; i < n; i++) h[i] = i % 9;
  cudaMalloc(&x, sizeof h); cudaMalloc(&bins, sizeof r);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice); cudaMemset(bins, 0, sizeof r);
  stats<<<4, 256>>>(x, n, bins);
  cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%g\n", r[3].s.sum);
  cudaFree(x); cudaFree(bins);
}
