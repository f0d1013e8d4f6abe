// Threads of different blocks find the same vertex unvisited, and both enqueue it.
#include <cstdio>
__global__ void expand(const int* neighbour, int n, int* level, int* queue, int* queued) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int v = neighbour[i];
  if (level[v] == -1) {
    level[v] = 1;  // bug: race
    // says: check and store with one atomic
    queue[atomicAdd(queued, 1)] = v;
  }
}

int main() {
  constexpr int n = 2000;
  static int host[n];
  for (int i = 0; i < n; ++i) host[i] = i % 500;
  int *neighbour, *level, *queue, *queued;
  cudaMalloc(&neighbour, sizeof host);
  cudaMalloc(&level, sizeof host);
  cudaMalloc(&queue, sizeof host);
  cudaMalloc(&queued, sizeof(int));
  cudaMemcpy(neighbour, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(level, 0xff, sizeof host);
  cudaMemset(queued, 0, sizeof(int));
  expand<<<8, 256>>>(neighbour, n, level, queue, queued);
  int count = 0;
  cudaMemcpy(&count, queued, sizeof count, cudaMemcpyDeviceToHost);
  printf("%d\n", count);
  cudaFree(neighbour);
  cudaFree(level);
  cudaFree(queue);
  cudaFree(queued);
}
