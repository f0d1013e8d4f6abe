// A vote before the branch gives the mask of participating lanes. In the last warp, some lanes read from a lane
// that is not in the mask, but discard the value.
#include <cstdio>

__global__ void sum(const int* values, int* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned mask = __ballot_sync(0xffffffff, i < n);
  if (i >= n) return;
  int value = values[i], count = __popc(mask);
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_down_sync(mask, value, d);  // bug: never_used
    if (lane + d < count) value += other;
  }
  if (lane == 0) atomicAdd(result, value);
}

int main() {
  const int n = 205;
  int host[n], sum_of_all = 0, *values, *result;
  for (int i = 0; i < n; ++i) host[i] = i % 8;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(int));
  sum<<<2, 128>>>(values, result, n);
  cudaMemcpy(&sum_of_all, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", sum_of_all);
  cudaFree(values);
  cudaFree(result);
  return 0;
}
