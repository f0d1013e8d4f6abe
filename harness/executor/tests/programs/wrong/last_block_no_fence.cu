// The ticket may become visible before the partial sum that it announces.
#include <cstdio>
#include <vector>

__device__ unsigned tickets = 0;

__global__ void sum(const float* values, float* partial, float* total, int each) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    float mine = 0;
    for (int k = 0; k < each; ++k) mine += values[blockIdx.x * each + k];
    partial[blockIdx.x] = mine;
    last = atomicAdd(&tickets, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += partial[b];  // bug: race
    *total = all;
  }
}

int main() {
  const int blocks = 16, each = 32;
  std::vector<float> values(blocks * each, 1.0f);
  float *d_values, *d_partial, *d_total, total = 0;
  cudaMalloc(&d_values, values.size() * sizeof(float));
  cudaMalloc(&d_partial, blocks * sizeof(float));
  cudaMalloc(&d_total, sizeof(float));
  cudaMemcpy(d_values, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<blocks, 32>>>(d_values, d_partial, d_total, each);
  cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  cudaFree(d_partial);
  cudaFree(d_total);
  printf("%g\n", total);
  return 0;
}
