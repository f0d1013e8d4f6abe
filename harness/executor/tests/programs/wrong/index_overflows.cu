// A row of a large table begins at an index that does not fit in an int.
// says: so an int overflowed while the index was computed
#include <cstdio>

__global__ void first_of_row(const char* table, char* out, int row, int columns) {
  const int t = threadIdx.x;
  out[t] = table[row * columns + t];  // bug: out_of_bounds
}

int main() {
  const int rows = 70000, columns = 32768;
  char *table, *out, host[32];
  if (cudaMalloc(&table, size_t{rows} * columns) != cudaSuccess) return 1;
  cudaMalloc(&out, sizeof host);
  cudaMemset(table + size_t{rows - 1} * columns, 1, columns);
  first_of_row<<<1, 32>>>(table, out, rows - 1, columns);
  printf("%d\n", cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaFree(table);
  cudaFree(out);
}
