// Each thread allocates 512 KB from the device heap, whose size is 8 MB.
// says: a kernel uses a null pointer from malloc() or new
#include <cstdio>

__global__ void scratch(int* done) {
  int* mine = static_cast<int*>(malloc(512 << 10));
  mine[0] = threadIdx.x;  // bug: invalid_address
  atomicAdd(done, 1);
}

int main() {
  int *done, host = 0;
  cudaMalloc(&done, sizeof host);
  cudaMemset(done, 0, sizeof host);
  scratch<<<1, 64>>>(done);
  printf("%d\n", cudaMemcpy(&host, done, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaFree(done);
}
