// After the last step of the reduction, all threads read the sum without a barrier.
#include <cstdio>
constexpr int kBlock = 256;
__global__ void shares(const float* input, float* output) {
  __shared__ float values[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  values[t] = input[i];
  __syncthreads();
  for (int step = kBlock / 2; step > 0; step /= 2) {
    if (t < step) values[t] += values[t + step];
    if (step > 1) __syncthreads();
  }
  const float sum = values[0];  // bug: race
  // says: put a __syncthreads() after the write on line 10 and before the read on line 13
  output[i] = input[i] / sum;
}

int main() {
  constexpr int n = 4 * kBlock;
  static float host[n];
  for (float& x : host) x = 1;
  float *input, *output;
  cudaMalloc(&input, sizeof host);
  cudaMalloc(&output, sizeof host);
  cudaMemcpy(input, host, sizeof host, cudaMemcpyHostToDevice);
  shares<<<n / kBlock, kBlock>>>(input, output);
  cudaMemcpy(host, output, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[3]);
  cudaFree(input);
  cudaFree(output);
}
