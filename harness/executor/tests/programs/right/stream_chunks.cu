// One allocation in four pieces, each with its own stream: first all copies, then all kernels, then all copies back.
#include <cmath>
#include <cstdio>
#include <stdexcept>

inline void check(cudaError_t code) {
  if (code != cudaSuccess) throw std::runtime_error(cudaGetErrorString(code));
}

struct Chunk {
  cudaStream_t stream;
  size_t begin, count;
  size_t bytes() const { return count * sizeof(float); }
};

__global__ void root(float* x, size_t begin, size_t count) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) x[begin + i] = sqrtf(x[begin + i]);
}

int main() {
  const size_t n = 20001, chunks = 4, each = (n + chunks - 1) / chunks;
  float *host, *device;
  Chunk chunk[chunks];
  check(cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocDefault));
  check(cudaMalloc(&device, n * sizeof(float)));
  for (size_t i = 0; i < n; ++i) host[i] = float(i % 100) * (i % 100);
  for (size_t c = 0; c < chunks; ++c) {
    chunk[c] = {nullptr, c * each, c + 1 < chunks ? each : n - c * each};
    check(cudaStreamCreateWithFlags(&chunk[c].stream, cudaStreamNonBlocking));
  }

  for (const Chunk& c : chunk)
    check(cudaMemcpyAsync(device + c.begin, host + c.begin, c.bytes(), cudaMemcpyHostToDevice, c.stream));
  for (const Chunk& c : chunk) root<<<unsigned(c.count + 255) / 256, 256, 0, c.stream>>>(device, c.begin, c.count);
  check(cudaGetLastError());
  for (const Chunk& c : chunk)
    check(cudaMemcpyAsync(host + c.begin, device + c.begin, c.bytes(), cudaMemcpyDeviceToHost, c.stream));
  for (const Chunk& c : chunk) check(cudaStreamSynchronize(c.stream));

  int wrong = 0;
  for (size_t i = 0; i < n; ++i) wrong += host[i] != float(i % 100);
  for (const Chunk& c : chunk) check(cudaStreamDestroy(c.stream));
  check(cudaFree(device)); check(cudaFreeHost(host));
  std::printf("stream_chunks: %d wrong\n", wrong);
  return wrong != 0;
}
