// The host waits at a latch in managed memory for the threads of a kernel.
#include <cstdio>
#include <new>
#include <cuda/latch>
using Latch = cuda::latch<cuda::thread_scope_system>;
__global__ void work(Latch* l, int* out) { out[threadIdx.x] = threadIdx.x; l->count_down(); }
int main() {
  Latch* l;
  int* out;
  cudaMallocManaged(&l, sizeof(Latch));
  cudaMallocManaged(&out, 32 * sizeof(int));
  new (l) Latch(32);
  work<<<1, 32>>>(l, out);
  l->wait();
  printf("%d\n", out[5]);
  cudaDeviceSynchronize();
  cudaFree(l);
  cudaFree(out);
}
