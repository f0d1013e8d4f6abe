// Two kernels that may run at the same time increment the same counter: with atomics, this is not a race.
#include <cstdio>
#include <cstdlib>

#define CHECK(call) if ((call) != cudaSuccess) { std::printf("failed: %s\n", #call); std::exit(1); }

__global__ void count_multiples(int of, int n, unsigned* counter, int* largest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || i % of != 0) return;
  atomicAdd(counter, 1u);
  atomicMax(largest, i);
}

int main() {
  const int n = 10000, threads = 128, blocks = (n + threads - 1) / threads;
  unsigned *counter, count = 0;
  int *largest, most = 0;
  cudaStream_t threes, fives;
  CHECK(cudaMalloc(&counter, sizeof(unsigned)));
  CHECK(cudaMalloc(&largest, sizeof(int)));
  CHECK(cudaStreamCreate(&threes));
  CHECK(cudaStreamCreate(&fives));
  CHECK(cudaMemset(counter, 0, sizeof(unsigned)));
  CHECK(cudaMemset(largest, 0, sizeof(int)));
  CHECK(cudaDeviceSynchronize());

  count_multiples<<<blocks, threads, 0, threes>>>(3, n, counter, largest);
  count_multiples<<<blocks, threads, 0, fives>>>(5, n, counter, largest);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());

  CHECK(cudaMemcpy(&count, counter, sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&most, largest, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaStreamDestroy(threes));
  CHECK(cudaStreamDestroy(fives));
  CHECK(cudaFree(counter));
  CHECK(cudaFree(largest));
  const bool good = count == 3334 + 2000 && most == 9999;
  std::printf("stream_atomics: %u, up to %d: %s\n", count, most, good ? "right" : "wrong");
  return good ? 0 : 1;
}
