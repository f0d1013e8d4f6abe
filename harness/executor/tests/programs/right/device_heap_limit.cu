// The heap is made large enough for the first launch; in the second, malloc() returns null and the kernel handles this.
#include <cstdio>

__global__ void scratch(int* done, int bytes) {
  int* mine = static_cast<int*>(malloc(bytes));
  if (mine == nullptr) return;
  mine[0] = threadIdx.x;
  atomicAdd(done, mine[0] == threadIdx.x);
  free(mine);
}

int main() {
  int *done, host = 0;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20);
  cudaMalloc(&done, sizeof host);
  cudaMemset(done, 0, sizeof host);
  scratch<<<1, 64>>>(done, 512 << 10);
  cudaMemcpy(&host, done, sizeof host, cudaMemcpyDeviceToHost);
  scratch<<<1, 1>>>(done, 1 << 30);
  cudaDeviceSynchronize();
  cudaFree(done);
  return host != 64;
}
