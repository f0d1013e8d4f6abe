// __constant__ memory is set again while a kernel in another stream may still be reading it.
// says: which the kernel weigh reads in another stream
#include <cstdio>

__constant__ float weight[4];

__global__ void weigh(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += weight[i % 4];
}

int main() {
  const int n = 1000;
  float *x, *values, host[n];
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMallocHost(&values, sizeof weight);
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  for (int i = 0; i < 4; ++i) values[i] = i;
  cudaMemcpyToSymbol(weight, values, sizeof weight);
  weigh<<<8, 128, 0, first>>>(x, n);
  for (int i = 0; i < 4; ++i) values[i] = 2 * i;
  cudaMemcpyToSymbolAsync(weight, values, sizeof weight, 0, cudaMemcpyHostToDevice, second);  // bug: stream_race
  weigh<<<8, 128, 0, second>>>(x, n);
  cudaMemcpyAsync(host, x, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  cudaFreeHost(values);
  cudaFree(x);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  std::printf("%g\n", host[3]);
  return 0;
}
