// A declaration and two statements on one line: the barrier between the statements is missing. The compiler
// reads a longer text in place of __shared__, so its columns are past the end of this line.
// says: put a __syncthreads() between the write and the read
#include <cstdio>

__global__ void reverse(const int* input, int* output) {
  const int t = threadIdx.x;
  __shared__ int s[64]; s[t] = input[t]; output[t] = s[63 - t];  // bug: race
}

int main() {
  int host[64], *input, *output;
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&input, sizeof host);
  cudaMalloc(&output, sizeof host);
  cudaMemcpy(input, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(input, output);
  cudaMemcpy(host, output, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(input);
  cudaFree(output);
  return 0;
}
