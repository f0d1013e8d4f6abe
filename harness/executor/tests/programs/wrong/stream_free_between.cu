// cudaFreeAsync() in one stream does not order anything in another stream.
#include <cstdio>

__global__ void fill(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = i;
}

__global__ void doubled(const int* values, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * values[i];
}

int main() {
  const int n = 1000;
  int *values, *out, *scratch, host[n];
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMalloc(&values, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMallocAsync(&scratch, n * sizeof(int), a);
  fill<<<4, 256, 0, a>>>(values, n);
  cudaFreeAsync(scratch, a);
  doubled<<<4, 256, 0, b>>>(values, out, n);  // bug: stream_race
  cudaDeviceSynchronize();
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[n - 1]);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(values);
  cudaFree(out);
}
