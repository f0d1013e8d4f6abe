// A kernel frees memory that the host allocated.
#include <cstdio>
__global__ void last_use(int* values, int* sum) {
  for (int i = 0; i < 32; i++) *sum += values[i];
  free(values);  // bug: invalid_address
  // says: which the host allocated
}

int main() {
  int *values, *sum, result = 0;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  last_use<<<1, 1>>>(values, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(sum);
  cudaFree(values);
}
