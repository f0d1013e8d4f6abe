// A block-wide pipeline copies tiles, which are added up without consumer_wait().
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>

constexpr int kBlock = 64, kTiles = 4, kStages = 2;

__global__ void tile_sums(const int* x, int* sums) {
  __shared__ int tile[kStages][kBlock];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int t = 0; t < kTiles; ++t) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile[t % kStages], x + t * kBlock, sizeof tile[0], pipe);
    pipe.producer_commit();
    int sum = 0;
    if (threadIdx.x == 0)
      for (int i = 0; i < kBlock; ++i) sum += tile[t % kStages][i];  // bug: race
    if (threadIdx.x == 0) sums[t] = sum;
    pipe.consumer_release();
  }
}

int main() {
  int host[kTiles * kBlock], *x, *sums;
  for (int i = 0; i < kTiles * kBlock; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&sums, kTiles * sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  tile_sums<<<1, kBlock>>>(x, sums);
  cudaMemcpy(host, sums, kTiles * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(sums);
  cudaFree(x);
}
