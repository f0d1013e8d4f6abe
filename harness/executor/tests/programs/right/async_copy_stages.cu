// A moving average over tiles: the next tile is copied to shared memory while the current one is added up.
#include <cstdio>
#include <cuda_pipeline.h>

constexpr int kTile = 256, kStages = 2;

__global__ void tile_sums(const int* x, int tiles, int* sums) {
  __shared__ int tile[kStages][kTile];
  __shared__ int part[kTile];
  for (int s = 0; s < kStages; ++s) {
    if (s < tiles) __pipeline_memcpy_async(&tile[s][threadIdx.x], &x[s * kTile + threadIdx.x], sizeof(int));
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(kStages - 1);
    __syncthreads();
    part[threadIdx.x] = tile[t % kStages][kTile - 1 - threadIdx.x];
    __syncthreads();
    for (int s = kTile / 2; s > 0; s /= 2) {
      if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
      __syncthreads();
    }
    if (threadIdx.x == 0) sums[t] = part[0];
    const int next = t + kStages;
    if (next < tiles)
      __pipeline_memcpy_async(&tile[t % kStages][threadIdx.x], &x[next * kTile + threadIdx.x], sizeof(int));
    __pipeline_commit();
  }
}

int main() {
  const int tiles = 7, n = tiles * kTile;
  int host[n], sums[tiles], *x, *d, wrong = 0;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&d, sizeof sums);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  tile_sums<<<1, kTile>>>(x, tiles, d);
  cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost);
  for (int t = 0; t < tiles; ++t) wrong += sums[t] != kTile * (2 * t * kTile + kTile - 1) / 2;
  std::printf("async_copy_stages: %d wrong\n", wrong);
  cudaFree(x);
  cudaFree(d);
  return wrong;
}
