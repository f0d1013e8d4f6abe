// The first thread in the grid sets the total, and no barrier makes the other blocks wait for it.
#include <cstdio>
#include <vector>

__global__ void sum(const float* values, int n, float* total) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me == 0) *total = 0;
  __syncthreads();
  if (me < n) atomicAdd(total, values[me]);  // bug: race
}

int main() {
  const int n = 600;
  std::vector<float> values(n, 0.5f);
  float *d_values, *d_total, total = 0;
  cudaMalloc(&d_values, n * sizeof(float));
  cudaMalloc(&d_total, sizeof(float));
  cudaMemcpy(d_values, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_total, 0, sizeof(float));
  sum<<<3, 256>>>(d_values, n, d_total);
  cudaMemcpy(&total, d_total, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g of 300\n", total);
  cudaFree(d_values);
  cudaFree(d_total);
  return 0;
}
