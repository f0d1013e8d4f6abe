// One host thread signals the other after launching its kernel, but the kernel may not have finished.
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <thread>

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
  int *x, *y, last;
  cudaStream_t streams[2];
  check(cudaMalloc(&x, n * sizeof(int)));
  check(cudaMalloc(&y, n * sizeof(int)));
  for (auto& s : streams) check(cudaStreamCreate(&s));
  std::atomic<bool> launched{false};
  std::thread producer([&] {
    fill<<<blocks, 256, 0, streams[0]>>>(x, n);
    check(cudaGetLastError());
    launched = true;
  });
  std::thread consumer([&] {
    while (!launched) std::this_thread::yield();
    twice<<<blocks, 256, 0, streams[1]>>>(x, y, n);  // bug: stream_race
    check(cudaGetLastError());
  });
  for (std::thread* t : {&producer, &consumer}) t->join();
  check(cudaDeviceSynchronize());
  check(cudaMemcpy(&last, y + n - 1, sizeof(int), cudaMemcpyDeviceToHost));
  for (auto& s : streams) check(cudaStreamDestroy(s));
  for (int* p : {x, y}) check(cudaFree(p));
  std::printf("%d\n", last);
}
