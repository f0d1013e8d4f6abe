// The default stream waits for an event in a non-blocking stream; the host waits only for the default stream.
#include <cstdio>

__global__ void twice(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 1000;
  int *x, *host, wrong = 0;
  cudaMalloc(&x, n * sizeof(int));
  cudaMallocHost(&host, n * sizeof(int));
  cudaStream_t stream;
  cudaEvent_t copied;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMemcpyAsync(x, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  twice<<<(n + 127) / 128, 128, 0, stream>>>(x, n);
  cudaMemcpyAsync(host, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(copied, stream);
  cudaStreamWaitEvent(0, copied, 0);
  cudaStreamSynchronize(0);
  for (int i = 0; i < n; ++i) wrong += host[i] != 2 * i;
  cudaEventDestroy(copied);
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFree(x);
  std::printf("stream_default_waits: %d wrong\n", wrong);
  return wrong != 0;
}
