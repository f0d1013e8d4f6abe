// Thread 0 sets the range and the count, which all threads update: other threads may already have updated them.
#include <climits>
#include <cstdio>
#include <vector>

__global__ void range_of(const int* values, int n, int* result) {
  __shared__ int low, high, count;
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) low = INT_MAX, high = INT_MIN, count = 0;  // bug: race
  if (me < n) {
    atomicMin(&low, values[me]);
    atomicMax(&high, values[me]);
    for (int was, seen = 0; (was = atomicCAS(&count, seen, seen + 1)) != seen; seen = was) {
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicMin(&result[0], low);
    atomicMax(&result[1], high);
    atomicAdd(&result[2], count);
  }
}

int main() {
  const int n = 1000;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = (i * 7919) % 1009;
  int *d_values, *d_result, result[3] = {INT_MAX, INT_MIN, 0};
  cudaMalloc(&d_values, n * sizeof(int));
  cudaMalloc(&d_result, sizeof result);
  cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_result, result, sizeof result, cudaMemcpyHostToDevice);
  range_of<<<(n + 255) / 256, 256>>>(d_values, n, d_result);
  cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d values from %d to %d\n", result[2], result[0], result[1]);
  cudaFree(d_values);
  cudaFree(d_result);
  return 0;
}
