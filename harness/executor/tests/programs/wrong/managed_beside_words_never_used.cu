// The first warp adds the sums of four warps, but all its lanes read a word: the words of the upper lanes were
// never written, and are multiplied by 0. The kernel does not use notes, the third managed array.
#include <cstdio>

__global__ void total(const int* values, int* result) {
  __shared__ int sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = values[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp > 0) return;
  sum = sums[lane] * (lane < 4);  // bug: never_used
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) *result = sum;
}

int main() {
  int *values, *result, *notes;
  cudaMallocManaged(&values, 128 * sizeof(int));
  cudaMallocManaged(&result, sizeof(int));
  cudaMallocManaged(&notes, 2000 * sizeof(int));
  for (int i = 0; i < 128; ++i) values[i] = i;
  for (int i = 0; i < 2000; ++i) notes[i] = 0;
  total<<<1, 128>>>(values, result);
  cudaDeviceSynchronize();
  printf("%d\n", *result);
  int right = *result == 128 * 127 / 2;
  cudaFree(values);
  cudaFree(result);
  cudaFree(notes);
  return !right;
}
