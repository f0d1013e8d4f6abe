// One pinned buffer for all batches: the host refills it only after it has waited for the stream that reads it.
#include <cstdio>
#include <memory>
#include <stdexcept>

void check(cudaError_t code) {
  if (code != cudaSuccess) throw std::runtime_error(cudaGetErrorString(code));
}

struct FreeHost { void operator()(short* p) const { cudaFreeHost(p); } };
struct FreeDevice { void operator()(short* p) const { cudaFree(p); } };

__global__ void negate(short* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -x[i];
}

int main() {
  const int n = 1200, batches = 3;
  short *p, *q;
  check(cudaHostAlloc(&p, n * sizeof(short), cudaHostAllocDefault));
  std::unique_ptr<short, FreeHost> staging(p);
  check(cudaMalloc(&q, n * sizeof(short)));
  std::unique_ptr<short, FreeDevice> device(q);
  cudaStream_t streams[2];
  for (auto& s : streams) check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));

  int wrong = 0;
  for (int batch = 0; batch < batches; ++batch) {
    cudaStream_t stream = streams[batch % 2];
    for (int i = 0; i < n; ++i) p[i] = batch * 1000 + i;
    check(cudaMemcpyAsync(q, p, n * sizeof(short), cudaMemcpyHostToDevice, stream));
    negate<<<(n + 127) / 128, 128, 0, stream>>>(q, n);
    check(cudaGetLastError());
    check(cudaMemcpyAsync(p, q, n * sizeof(short), cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i) wrong += p[i] != -(batch * 1000 + i);
  }
  for (auto& s : streams) check(cudaStreamDestroy(s));
  std::printf("stream_pinned: %d wrong\n", wrong);
  return wrong != 0;
}
