// A CSR matrix with n rows needs n + 1 row starts; the last one is missing.
#include <cstdio>
#include <vector>

__global__ void row_sums(int rows, const int* starts, const float* values, float* sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int from = starts[row];
  int to = starts[row + 1];  // bug: out_of_bounds
  float sum = 0;
  for (int k = from; k < to; ++k) sum += values[k];
  sums[row] = sum;
}

int main() {
  const int rows = 64;
  std::vector<int> starts(rows);
  for (int r = 0; r < rows; ++r) starts[r] = 3 * r;
  std::vector<float> values(3 * rows, 1), sums(rows);
  int* d_starts;
  float *d_values, *d_sums;
  cudaMalloc(&d_starts, rows * sizeof(int));
  cudaMalloc(&d_values, values.size() * sizeof(float));
  cudaMalloc(&d_sums, rows * sizeof(float));
  cudaMemcpy(d_starts, starts.data(), rows * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_values, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  row_sums<<<2, 32>>>(rows, d_starts, d_values, d_sums);
  cudaMemcpy(sums.data(), d_sums, rows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_starts);
  cudaFree(d_values);
  cudaFree(d_sums);
  printf("%g\n", sums[0]);
  return 0;
}
