// One event for each direction, recorded again in each iteration. A wait refers to the last recording before it.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

inline void must(cudaError_t code, const char* call) {
  if (code != cudaSuccess) std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorName(code)), std::exit(1);
}
#define MUST(call) must(call, #call)

__global__ void generate(int* x, int n, int round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * round;
}
__global__ void accumulate(const int* x, int* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] += x[i];
}

int main() {
  const int n = 1500, rounds = 4, grid = (n + 255) / 256;
  int *x, *sums;
  cudaStream_t source, sink;
  cudaEvent_t generated, taken;
  MUST(cudaMalloc(&x, n * sizeof(int))); MUST(cudaMalloc(&sums, n * sizeof(int)));
  MUST(cudaStreamCreateWithFlags(&source, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&sink, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&generated)); MUST(cudaEventCreate(&taken));
  MUST(cudaMemsetAsync(sums, 0, n * sizeof(int), sink));
  for (int round = 1; round <= rounds; ++round) {
    if (round > 1) MUST(cudaStreamWaitEvent(source, taken));
    generate<<<grid, 256, 0, source>>>(x, n, round);
    MUST(cudaEventRecord(generated, source));
    MUST(cudaStreamWaitEvent(sink, generated));
    accumulate<<<grid, 256, 0, sink>>>(x, sums, n);
    MUST(cudaEventRecord(taken, sink));
  }
  MUST(cudaEventSynchronize(taken));
  std::vector<int> host(n);
  MUST(cudaMemcpy(host.data(), sums, n * sizeof(int), cudaMemcpyDeviceToHost));
  const int total = std::accumulate(host.begin(), host.end(), 0), expected = 10 * (n * (n - 1) / 2);
  MUST(cudaFree(x)); MUST(cudaFree(sums));
  MUST(cudaEventDestroy(generated)); MUST(cudaEventDestroy(taken));
  MUST(cudaStreamDestroy(source)); MUST(cudaStreamDestroy(sink));
  std::printf("stream_event_reused: %d of %d\n", total, expected);
  return total != expected;
}
