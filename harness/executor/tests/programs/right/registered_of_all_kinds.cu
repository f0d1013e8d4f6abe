// Registers memory of all kinds: the host waits for it, uses memory next to it, and unregisters it.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

__global__ void fill(int* x, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value + i;
}

int of_the_file[2000];

int main() {
  const int n = 1000, bytes = n * sizeof(int);
  int wrong = 0, *x, of_the_stack[n];
  cudaMalloc(&x, bytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t event;
  cudaEventCreate(&event);

  std::vector<int> vector(2 * n), beside(n, 3);
  std::unique_ptr<int[]> array(new int[n]);
  int *large = static_cast<int*>(std::malloc(1 << 20)), *small = static_cast<int*>(std::malloc(64));
  int* cleared = static_cast<int*>(std::calloc(n, sizeof(int)));
  int value = 1;
  for (int* host : {vector.data() + n, array.get(), large, cleared, of_the_file + 500, of_the_stack}) {
    wrong += cudaHostRegister(host, bytes, cudaHostRegisterDefault) != cudaSuccess;
    fill<<<(n + 255) / 256, 256, 0, stream>>>(x, n, value);
    cudaMemcpyAsync(host, x, bytes, cudaMemcpyDeviceToHost, stream);
    for (int& one : beside) one += value;
    std::printf("%d: %d %d %d\n", value, beside[n - 1], vector[0]++, of_the_file[0]++);  // not registered
    small[3] = large[100'000] = value;
    cudaEventRecord(event, stream);
    if (value % 2 == 0)
      cudaEventSynchronize(event);
    else
      cudaStreamSynchronize(stream);
    for (int i = 0; i < n; ++i) wrong += host[i] != value + i;
    cudaMemcpyAsync(host, x, bytes, cudaMemcpyDeviceToHost, stream);
    wrong += cudaHostUnregister(host) != cudaSuccess;  // this call waits
    host[0] = ++value;
  }

  // Memory that kernels access themselves.
  int* mapped = nullptr;
  cudaHostRegister(vector.data(), 2 * bytes, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&mapped, vector.data(), 0);
  fill<<<(n + 255) / 256, 256>>>(mapped, n, 10);
  beside[0] = 0;
  cudaDeviceSynchronize();
  wrong += vector[n - 1] != 10 + n - 1;
  cudaPointerAttributes attributes;
  wrong += cudaPointerGetAttributes(&attributes, vector.data()) != cudaSuccess || attributes.type != cudaMemoryTypeHost;
  cudaHostUnregister(vector.data());
  vector.clear();
  vector.shrink_to_fit();

  std::free(large);
  std::free(small);
  std::free(cleared);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaFree(x);
  std::printf("registered_of_all_kinds: %d wrong\n", wrong);
  return wrong != 0;
}
