// Two arrays are used alternately, but one of the three iterations has no grid.sync().
// says: put a grid.sync() between the two
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void add_next(int* a, int* b, int n) {
  const auto grid = cg::this_grid();
  for (int round = 0; round < 3; ++round) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) b[i] = a[i] + a[(i + 1) % n];  // bug: race
    if (round != 1) grid.sync();
    int* const other = a;
    a = b;
    b = other;
  }
}

int main() {
  int n = 300, host[300], *a, *b;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  for (int i = 0; i < n; ++i) host[i] = i % 7;
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  void* arguments[] = {&a, &b, &n};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(add_next), dim3(3), dim3(64), arguments);
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  std::printf("%d\n", host[0]);
}
