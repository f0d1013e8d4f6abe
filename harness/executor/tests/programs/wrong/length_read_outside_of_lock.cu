// The length is read before the lock is taken.
#include <cstdio>
__global__ void push(int* lock, int* list, int* length) {
  if (threadIdx.x != 0) return;
  int at = *length;  // bug: race
  // says: holds a lock there, but this read is outside the lock
  while (atomicCAS(lock, 0, 1) != 0) { }
  __threadfence();
  list[at] = blockIdx.x;
  *length = at + 1;
  __threadfence();
  atomicExch(lock, 0);
}
int main() {
  int *lock, *list, *len, n = 0;
  cudaMalloc(&lock, 4); cudaMalloc(&list, 64); cudaMalloc(&len, 4);
  cudaMemset(lock, 0, 4); cudaMemset(len, 0, 4);
  push<<<10, 32>>>(lock, list, len);
  cudaMemcpy(&n, len, 4, cudaMemcpyDeviceToHost);
  printf("%s\n", n == 10 ? "OK" : "WRONG");
  cudaFree(lock); cudaFree(list); cudaFree(len);
}
