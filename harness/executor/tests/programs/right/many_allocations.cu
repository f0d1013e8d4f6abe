// A table with a separate allocation for each row: ten thousand allocations at the same time.
#include <cstdio>
#include <vector>

__global__ void number(int** rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) rows[i][0] += i;
}

int main() {
  const int n = 10000;
  std::vector<int*> rows(n);
  for (int*& row : rows) {
    cudaMalloc(&row, 100 * sizeof(int));
    cudaMemset(row, 0, 100 * sizeof(int));
  }
  int** table;
  cudaMalloc(&table, n * sizeof(int*));
  cudaMemcpy(table, rows.data(), n * sizeof(int*), cudaMemcpyHostToDevice);
  number<<<(n + 255) / 256, 256>>>(table, n);
  int mistakes = 0;
  for (int i = 0; i < n; ++i) {
    int value = 0;
    cudaMemcpy(&value, rows[i], sizeof value, cudaMemcpyDeviceToHost);
    mistakes += value != i;
    cudaFree(rows[i]);
  }
  cudaFree(table);
  printf("%d mistakes\n", mistakes);
  return mistakes != 0;
}
