// Stream-ordered memory: allocated, set, used and freed asynchronously.
#include <cstdio>
#include <vector>

__global__ void add_index(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += i;
}

int main() {
  const int n = 3000;
  std::vector<int> host(n, -1);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* data;
  cudaMallocAsync(&data, n * sizeof(int), stream);
  cudaMemsetAsync(data, 0, n * sizeof(int), stream);
  add_index<<<(n + 255) / 256, 256, 0, stream>>>(data, n);
  add_index<<<(n + 255) / 256, 256, 0, stream>>>(data, n);
  cudaMemcpyAsync(host.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(data, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != 2 * i;
  printf("async_memory: %d wrong\n", wrong);
  return wrong ? 1 : 0;
}
