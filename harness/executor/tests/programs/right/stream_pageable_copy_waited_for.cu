// A copy from pageable memory, with three ways to ensure that the data has arrived before another stream reads it.
#include <cstdio>
#include <vector>

__global__ void add(const int* values, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, values[i]);
}

int main() {
  const int n = 4096, bytes = n * sizeof(int);
  std::vector<int> values(n, 3);
  int *device, *sum, result = 0;
  cudaStream_t stream;
  cudaEvent_t copied;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
  cudaMalloc(&device, bytes);
  cudaMalloc(&sum, sizeof(int));
  cudaMemsetAsync(sum, 0, sizeof(int), stream);

  cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice);
  cudaStreamSynchronize(cudaStreamLegacy);
  add<<<n / 256, 256, 0, stream>>>(device, sum, n);
  cudaStreamSynchronize(stream);

  cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice);
  cudaEventRecord(copied);
  cudaStreamWaitEvent(stream, copied, 0);
  add<<<n / 256, 256, 0, stream>>>(device, sum, n);
  cudaStreamSynchronize(stream);

  cudaMemcpyAsync(device, values.data(), bytes, cudaMemcpyHostToDevice, stream);
  add<<<n / 256, 256, 0, stream>>>(device, sum, n);
  cudaMemcpyAsync(&result, sum, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);

  printf("%d\n", result);
  cudaFree(device);
  cudaFree(sum);
  cudaEventDestroy(copied);
  cudaStreamDestroy(stream);
  return result != 3 * 3 * n;
}
