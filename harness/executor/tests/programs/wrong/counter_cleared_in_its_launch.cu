// The launch itself resets the counter that all blocks increment; the thread of block 0 then increments it as well.
#include <cstdio>
__global__ void run(int* flag, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    int k = atomicAdd(flag, 1);  // bug: race
  // says: remove it and set that value before the launch; an atomicExch() would
    out[blockIdx.x] = k;
  }
}
int main() {
  int *f, *o, h[8];
  cudaMalloc(&f, 4); cudaMalloc(&o, 32);
  cudaMemset(f, 0, 4);
  run<<<8, 32>>>(f, o);
  cudaMemcpy(h, o, 32, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int v : h) sum += v;
  printf("%s\n", sum == 28 ? "OK" : "WRONG");
  cudaFree(f); cudaFree(o);
}
