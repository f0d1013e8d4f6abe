// The position in the queue is read from the counter, although atomicAdd() returns it.
#include <cstdio>
__global__ void push(const int* values, int n, int* queue, int* count) {
  const int i = threadIdx.x;
  if (i < n && values[i] % 3 == 0) {
    queue[*count] = values[i];  // bug: race
    atomicAdd(count, 1);
    // says: use the value that atomicAdd() returns
  }
}

int main() {
  const int n = 96;
  int host[n], *values, *queue, *count, found = 0;
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&queue, sizeof host);
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(queue, 0, sizeof host);
  cudaMemset(count, 0, sizeof(int));
  push<<<1, 128>>>(values, n, queue, count);
  cudaMemcpy(&found, count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(host, queue, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", found, host[0]);
  cudaFree(values);
  cudaFree(queue);
  cudaFree(count);
}
