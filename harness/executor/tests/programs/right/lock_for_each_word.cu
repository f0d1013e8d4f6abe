// Each word has its own lock. Threads hold different locks at the same time, and two locks for a transfer.
#include <cstdio>

__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void give(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void move(int* locks, int* accounts, int n) {
  if (threadIdx.x % 32 != 0) return;
  const int me = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const int from = me % n, to = (me + 1) % n, low = min(from, to), high = max(from, to);
  take(&locks[low]);
  take(&locks[high]);
  accounts[from] -= 1;
  accounts[to] += 1;
  give(&locks[high]);
  give(&locks[low]);
  take(&locks[to]);
  accounts[to] += 2;
  give(&locks[to]);
}

int main() {
  const int n = 5;
  int host[n], sum = 0, *locks, *accounts;
  cudaMalloc(&locks, n * sizeof(int));
  cudaMalloc(&accounts, n * sizeof(int));
  cudaMemset(locks, 0, n * sizeof(int));
  cudaMemset(accounts, 0, n * sizeof(int));
  move<<<10, 64>>>(locks, accounts, n);
  cudaMemcpy(host, accounts, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) sum += host[i];
  printf("%d\n", sum);
  cudaFree(locks);
  cudaFree(accounts);
  return sum == 40 ? 0 : 1;
}
