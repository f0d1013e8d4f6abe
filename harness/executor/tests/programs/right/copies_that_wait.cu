// Tests which calls make the host wait for which operations: CUDA Runtime API, "API synchronization behavior".
#include <cstdio>
#include <vector>

__global__ void fill(int* p, int value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = value;
}

int main() {
  const int n = 1000, blocks = (n + 255) / 256, bytes = n * sizeof(int);
  int *seen, *device, *pinned, mistakes = 0;
  std::vector<int> a(n, 1), b(n);
  cudaStream_t first, second, apart;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  cudaMallocManaged(&seen, bytes);
  cudaMalloc(&device, bytes);
  cudaMallocHost(&pinned, bytes);
  for (int i = 0; i < n; ++i) pinned[i] = 5;

  // The default stream waits for the first stream, the second for the default stream, and the host for the second.
  fill<<<blocks, 256, 0, first>>>(seen, 1, n);
  fill<<<blocks, 256>>>(device, 1, n);
  fill<<<blocks, 256, 0, second>>>(device, 2, n);
  cudaStreamSynchronize(second);
  mistakes += seen[n - 1] != 1;

  // A copy within host memory is done when the call returns, and so are all earlier operations in its stream.
  fill<<<blocks, 256>>>(seen, 2, n);
  cudaMemcpyAsync(b.data(), a.data(), bytes, cudaMemcpyHostToHost, first);
  mistakes += seen[n - 1] != 2;

  // A copy from pageable memory: when it returns, all earlier work has finished.
  fill<<<blocks, 256>>>(seen, 3, n);
  cudaMemcpy(device, a.data(), bytes, cudaMemcpyHostToDevice);
  mistakes += seen[n - 1] != 3;

  // A copy from pinned memory: when it returns, it has finished, so even a non-blocking stream may rely on it.
  cudaMemcpy(device, pinned, bytes, cudaMemcpyHostToDevice);
  fill<<<blocks, 256, 0, apart>>>(device, 6, n);
  cudaStreamSynchronize(apart);

  // Managed memory: a fill and a copy.
  cudaMemset(seen, 0, bytes);
  mistakes += seen[n - 1] != 0;
  cudaMemcpy(seen, device, bytes, cudaMemcpyDefault);
  mistakes += seen[n - 1] != 6;

  // Copies from device memory to either kind of host memory.
  fill<<<blocks, 256>>>(device, 7, n);
  cudaMemcpyAsync(a.data(), device, bytes, cudaMemcpyDeviceToHost);
  mistakes += a[n - 1] != 7;
  cudaMemcpy(pinned, device, bytes, cudaMemcpyDeviceToHost);
  mistakes += pinned[n - 1] != 7;

  printf("%d mistakes\n", mistakes);
  cudaFree(seen);
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaStreamDestroy(apart);
  return mistakes;
}
