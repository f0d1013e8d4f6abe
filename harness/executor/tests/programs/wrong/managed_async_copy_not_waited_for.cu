// A copy to managed memory is still in flight when the host reads this memory.
#include <cstdio>

__global__ void count_up(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

int main() {
  const int n = 1000;
  int *made, *seen;
  cudaMalloc(&made, n * sizeof(int));
  cudaMallocManaged(&seen, n * sizeof(int));
  count_up<<<(n + 255) / 256, 256>>>(made, n);
  cudaMemcpyAsync(seen, made, n * sizeof(int), cudaMemcpyDeviceToDevice);
  int last = seen[n - 1];  // bug: not_waited_for
  cudaDeviceSynchronize();
  printf("%d, then %d\n", last, seen[n - 1]);
  cudaFree(made);
  cudaFree(seen);
}
