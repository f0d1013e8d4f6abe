// Small members next to padding, each written separately; then the structures are copied as a whole. There are
// so many structures that some bytes have, by chance, the same values as before.
#include <cstdio>
#include <vector>

struct Cell {
  char kind;
  double mass;
  short id;
};

__global__ void make(Cell* cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cells[i].kind = i % 256;
  cells[i].mass = i * 0.25;
  cells[i].id = i;
}

__global__ void reverse(const Cell* from, Cell* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[n - 1 - i] = from[i];
}

int main() {
  const int n = 4000;
  std::vector<Cell> host(n);
  Cell *from, *to;
  cudaMalloc(&from, n * sizeof(Cell));
  cudaMalloc(&to, n * sizeof(Cell));
  make<<<(n + 127) / 128, 128>>>(from, n);
  reverse<<<(n + 127) / 128, 128>>>(from, to, n);
  cudaMemcpy(host.data(), to, n * sizeof(Cell), cudaMemcpyDeviceToHost);
  int mistakes = 0;
  for (int i = 0; i < n; ++i) {
    int k = n - 1 - i;
    mistakes += host[i].kind != static_cast<char>(k % 256) || host[i].mass != k * 0.25 || host[i].id != static_cast<short>(k);
  }
  printf("%d mistakes\n", mistakes);
  cudaFree(from);
  cudaFree(to);
  return mistakes != 0;
}
