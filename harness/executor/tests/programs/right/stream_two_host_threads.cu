// Two host threads, each with a stream: one records an event and signals the other, whose stream waits for the event.
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

void check(cudaError_t code) {
  if (code != cudaSuccess) throw std::runtime_error(cudaGetErrorString(code));
}

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}
__global__ void twice(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

int main() {
  const int n = 3000, blocks = (n + 255) / 256;
  int *x, *y, wrong = 0;
  cudaStream_t streams[2];
  cudaEvent_t filled;
  std::vector<int> host(n);
  std::atomic<bool> recorded{false};
  for (int** p : {&x, &y}) check(cudaMalloc(p, n * sizeof(int)));
  for (auto& s : streams) check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  check(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
  std::thread producer([&] {
    fill<<<blocks, 256, 0, streams[0]>>>(x, n);
    check(cudaEventRecord(filled, streams[0]));
    recorded = true;
  });
  std::thread consumer([&] {
    while (!recorded) std::this_thread::yield();
    check(cudaStreamWaitEvent(streams[1], filled));
    twice<<<blocks, 256, 0, streams[1]>>>(x, y, n);
    check(cudaMemcpyAsync(host.data(), y, n * sizeof(int), cudaMemcpyDeviceToHost, streams[1]));
    check(cudaStreamSynchronize(streams[1]));
  });
  for (std::thread* t : {&producer, &consumer}) t->join();
  for (int i = 0; i < n; ++i) wrong += host[i] != 2 * (i + 1);
  for (auto& s : streams) check(cudaStreamDestroy(s));
  check(cudaEventDestroy(filled));
  for (int* p : {x, y}) check(cudaFree(p));
  std::printf("stream_two_host_threads: %d wrong\n", wrong);
  return wrong != 0;
}
