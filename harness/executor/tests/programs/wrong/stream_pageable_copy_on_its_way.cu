// cudaMemcpy() from memory allocated with new returns once that memory has been read, possibly before the
// device has the data. The program must make a non-blocking stream wait for the copy explicitly.
#include <cstdio>
#include <vector>

__global__ void add(const int* values, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, values[i]);
}

int main() {
  const int n = 4096;
  std::vector<int> values(n, 3);
  int *device, *sum, result = 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&device, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemsetAsync(sum, 0, sizeof(int), stream);
  cudaMemcpy(device, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  add<<<n / 256, 256, 0, stream>>>(device, sum, n);  // bug: stream_race
  cudaMemcpyAsync(&result, sum, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("%d\n", result);
  cudaFree(device);
  cudaFree(sum);
  cudaStreamDestroy(stream);
}
