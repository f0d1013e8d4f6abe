// The kernel is meant to write its result directly to a variable in main().
#include <cstdio>
#include <vector>

__global__ void largest(const int* values, int n, int* result) {
  int best = values[0];
  for (int i = 1; i < n; ++i) best = max(best, values[i]);
  *result = best;
}

int main() {
  std::vector<int> values = {3, 1, 4, 1, 5, 9, 2, 6};
  int* d_values;
  int result = 0;
  cudaMalloc(&d_values, values.size() * sizeof(int));
  cudaMemcpy(d_values, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  largest<<<1, 1>>>(d_values, int(values.size()), &result);  // bug: host_pointer_in_kernel
  cudaDeviceSynchronize();
  cudaFree(d_values);
  printf("%d\n", result);
  return 0;
}
