// memcpy_async() fills two buffers alternately, and there is no barrier between the last read and the next copy.
// says: if this copy overwrites data that threads still read, put a __syncthreads() after the read
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>

namespace cg = cooperative_groups;
constexpr int kBlock = 128, kTiles = 10;

__global__ void mirrored_sums(const float* x, float* sums) {
  __shared__ float tile[2][kBlock];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile[0], x, sizeof tile[0]);
  float sum = 0;
  for (int t = 0; t < kTiles; ++t) {
    if (t + 1 < kTiles) {
      cg::memcpy_async(block, tile[(t + 1) % 2], x + (t + 1) * kBlock, sizeof tile[0]);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += tile[t % 2][kBlock - 1 - threadIdx.x];  // bug: race
  }
  sums[threadIdx.x] = sum;
}

int main() {
  static float host[kTiles * kBlock];
  float *x, *sums;
  for (int i = 0; i < kTiles * kBlock; ++i) host[i] = i % kBlock;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&sums, kBlock * sizeof(float));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  mirrored_sums<<<1, kBlock>>>(x, sums);
  cudaMemcpy(host, sums, kBlock * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(sums);
  std::printf("%g\n", host[1]);
  return 0;
}
