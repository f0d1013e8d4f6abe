// Statements on one line, with the barrier between them; and a loop on one line.
#include <cstdio>

__global__ void reverse(const int* input, int* output) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = input[t]; __syncthreads(); output[t] = s[63 - t];
  for (int k = 0; k < 2; ++k) { __syncthreads(); s[t] += 1; }
  __syncthreads(); output[t] += s[t ^ 1] - s[t ^ 1];
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
  return host[0] == 63 ? 0 : 1;
}
