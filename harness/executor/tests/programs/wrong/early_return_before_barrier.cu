// Threads past the end of the data return before the barrier.
#include <stdio.h>
#include <vector>

#define B 64

__global__ void differences(const int* in, int* out, int n) {
  __shared__ int s[B + 1];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x + 1] = in[i];
  if (threadIdx.x == 0) s[0] = i > 0 ? in[i - 1] : 0;
  __syncthreads();  // bug: early_exit
  out[i] = s[threadIdx.x + 1] - s[threadIdx.x];
}

int main() {
  const int n = 150;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i * i;
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMemcpy(a, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  differences<<<(n + B - 1) / B, B>>>(a, b, n);
  cudaMemcpy(out.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  printf("%d\n", out[n - 1]);
  return 0;
}
