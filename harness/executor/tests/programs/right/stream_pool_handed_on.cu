// Memory freed in one stream may be reused at the same address in another: the allocator ensures the order. One
// stream also allocates memory that another uses and the first one frees, with events in between.
#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(expr) \
  do { if (expr) { std::fprintf(stderr, "line %d: %s\n", __LINE__, #expr); std::abort(); } } while (0)

__global__ void iota(int* x, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = first + i;
}

int main() {
  const int n = 2048, threads = 256;
  const size_t bytes = n * sizeof(int);
  int *one, *two, *three, *host, wrong = 0;
  cudaStream_t a, b;
  cudaEvent_t allocated, used;
  CUDA_CHECK(cudaMallocHost(&host, 3 * bytes));
  for (auto* s : {&a, &b}) CUDA_CHECK(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
  for (auto* e : {&allocated, &used}) CUDA_CHECK(cudaEventCreateWithFlags(e, cudaEventDisableTiming));

  CUDA_CHECK(cudaMallocAsync(&one, bytes, a));
  iota<<<n / threads, threads, 0, a>>>(one, 100);
  CUDA_CHECK(cudaMemcpyAsync(host, one, bytes, cudaMemcpyDeviceToHost, a));
  CUDA_CHECK(cudaFreeAsync(one, a));

  CUDA_CHECK(cudaMallocAsync(&two, bytes, b));
  iota<<<n / threads, threads, 0, b>>>(two, 200);
  CUDA_CHECK(cudaMemcpyAsync(host + n, two, bytes, cudaMemcpyDeviceToHost, b));
  CUDA_CHECK(cudaFreeAsync(two, b));

  CUDA_CHECK(cudaMallocAsync(&three, bytes, a));
  CUDA_CHECK(cudaEventRecord(allocated, a));
  CUDA_CHECK(cudaStreamWaitEvent(b, allocated));
  iota<<<n / threads, threads, 0, b>>>(three, 300);
  CUDA_CHECK(cudaMemcpyAsync(host + 2 * n, three, bytes, cudaMemcpyDeviceToHost, b));
  CUDA_CHECK(cudaEventRecord(used, b));
  CUDA_CHECK(cudaStreamWaitEvent(a, used));
  CUDA_CHECK(cudaFreeAsync(three, a));
  CUDA_CHECK(cudaDeviceSynchronize());

  for (int i = 0; i < 3 * n; ++i) wrong += host[i] != 100 * (i / n + 1) + i % n;
  for (auto s : {a, b}) CUDA_CHECK(cudaStreamDestroy(s));
  for (auto e : {allocated, used}) CUDA_CHECK(cudaEventDestroy(e));
  CUDA_CHECK(cudaFreeHost(host));
  std::printf("stream_pool_handed_on: %d wrong\n", wrong);
  return wrong != 0;
}
