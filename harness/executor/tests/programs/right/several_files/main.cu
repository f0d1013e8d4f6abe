// A small matrix library in a separate file, with its own headers.
#include <cstdio>
#include <vector>
#include "matrix.h"

__global__ void fill(Matrix m) {
  int r = blockIdx.x, c = threadIdx.x;
  m(r, c) = r * 10.0f + c;
}

int main() {
  Matrix a = make_on_device(30, 50), b = make_on_device(30, 50), sum = make_on_device(30, 50);
  fill<<<a.rows, a.columns>>>(a);
  fill<<<b.rows, b.columns>>>(b);
  bool right = scale(b, 3.0f) == cudaSuccess && add(a, b, sum) == cudaSuccess;
  std::vector<float> host(sum.size());
  cudaMemcpy(host.data(), sum.cells, sum.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int r = 0; r < sum.rows; ++r)
    for (int c = 0; c < sum.columns; ++c) right = right && host[r * sum.columns + c] == 4 * (r * 10.0f + c);
  release(a);
  release(b);
  release(sum);
  std::printf("several_files: %s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
