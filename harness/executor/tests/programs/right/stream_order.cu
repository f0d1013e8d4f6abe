// One stream waits for an event in another; a third stream is queried until it has finished.
#include <cassert>
#include <cstdio>
#include <vector>

__global__ void fill(int* out, int value, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = value;
}
__global__ void add(const int* a, const int* b, int* c, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i];
}

class Stream {
 public:
  Stream() { cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); }
  ~Stream() { cudaStreamDestroy(s); }
  operator cudaStream_t() const { return s; }

 private:
  cudaStream_t s;
};

class Event {
 public:
  Event() { cudaEventCreateWithFlags(&e, cudaEventDisableTiming); }
  ~Event() { cudaEventDestroy(e); }
  operator cudaEvent_t() const { return e; }

 private:
  cudaEvent_t e;
};

int main() {
  const int n = 1000;
  int *a, *b, *c, *host;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocDefault);
  int wrong = 0;
  {
    Stream first, second;
    Event b_is_ready;
    fill<<<1, 128, 0, first>>>(a, 20, n);
    fill<<<1, 128, 0, second>>>(b, 22, n);
    cudaEventRecord(b_is_ready, second);
    cudaStreamWaitEvent(first, b_is_ready, 0);
    add<<<1, 128, 0, first>>>(a, b, c, n);
    cudaMemcpyAsync(host, c, n * sizeof(int), cudaMemcpyDeviceToHost, first);
    while (cudaStreamQuery(first) == cudaErrorNotReady) {
    }
    for (int i = 0; i < n; ++i) wrong += host[i] != 42;
    assert(cudaEventQuery(b_is_ready) == cudaSuccess);
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFreeHost(host);
  printf("stream_order: %d wrong\n", wrong);
  return wrong ? 1 : 0;
}
