// cudaFreeAsync() returns immediately, like the copy before it: the host reads data that has not arrived yet.
#include <cstdio>

__global__ void squares(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * i;
}

int main() {
  const int n = 500;
  int *x, *host;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&host, n * sizeof(int));
  cudaMallocAsync(&x, n * sizeof(int), stream);
  squares<<<(n + 63) / 64, 64, 0, stream>>>(x, n);
  cudaMemcpyAsync(host, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(x, stream);
  std::printf("%d\n", host[n - 1]);  // bug: not_waited_for
  cudaStreamSynchronize(stream);
  cudaFreeHost(host);
  cudaStreamDestroy(stream);
  return 0;
}
