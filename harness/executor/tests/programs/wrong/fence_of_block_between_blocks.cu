// The writer's fence orders its stores only for threads of its own block.
#include <cstdio>
__device__ int order_of;
__global__ void message(int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  int me = atomicAdd(&order_of, 1);
  if (me == 0) {
    data[0] = 20;
    data[1] = 22;
    __threadfence_block();
    *flag = 1;
  } else {
    while (*flag == 0) { }
    __threadfence();
    *out = data[0] + data[1];  // bug: race
  // says: orders it only for the threads of its own block
  }
}
int main() {
  int *d, *f, *o, got = 0;
  cudaMalloc(&d, 8); cudaMalloc(&f, 4); cudaMalloc(&o, 4);
  cudaMemset(f, 0, 4);
  message<<<2, 32>>>(d, f, o);
  cudaMemcpy(&got, o, 4, cudaMemcpyDeviceToHost);
  printf("%s\n", got == 42 ? "OK" : "WRONG");
  cudaFree(d); cudaFree(f); cudaFree(o);
}
