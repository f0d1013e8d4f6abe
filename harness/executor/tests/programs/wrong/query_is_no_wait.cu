// cudaStreamQuery() only asks whether the stream has finished; a call that ignores the answer waits for nothing.
#include <cstdio>

__global__ void doubled(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}

int main() {
  constexpr int n = 256;
  int* values;
  cudaMallocManaged(&values, n * sizeof(int));
  for (int i = 0; i < n; ++i) values[i] = i;
  doubled<<<1, n>>>(values, n);
  cudaStreamQuery(nullptr);
  std::printf("%d\n", values[n - 1]);  // bug: not_waited_for
  cudaFree(values);
}
