// Threads arrive at the barrier, but do not wait there, before they read the value.
#include <cstdio>
#include <cuda/barrier>
__global__ void k(const int* x, int* out) {
  __shared__ int value;
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  if (threadIdx.x == 0) init(&b, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 96) value = x[0];
  (void)b.arrive();
  if (threadIdx.x < 96) out[threadIdx.x] = value;  // bug: race
}
int main() {
  int h[128], *x, *o;
  for (int& v : h) v = 7;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&o, 96 * sizeof(int));
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 128>>>(x, o);
  cudaMemcpy(h, o, 96 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[50]);
  cudaFree(x);
  cudaFree(o);
}
