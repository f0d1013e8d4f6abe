// A sum in two halves ordered by a cuda::barrier; tiles copied to shared memory by cuda::memcpy_async, by a
// block-wide cuda::pipeline and by one pipeline per thread; blocks that take turns with a semaphore; a latch.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <new>
#include <utility>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kBlock = 128, kTiles = 9;

// The first half of the block writes, the other half reads; a thread may do other work between arriving and waiting.
__global__ void halves(const int* x, int* out) {
  __shared__ int values[kBlock / 2];
  __shared__ Barrier ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  if (threadIdx.x < kBlock / 2) {
    values[threadIdx.x] = x[threadIdx.x];
    static_cast<void>(ready.arrive());
  } else {
    Barrier::arrival_token token = ready.arrive();
    const int own = x[threadIdx.x];
    ready.wait(std::move(token));
    out[threadIdx.x - kBlock / 2] = own + values[kBlock - 1 - threadIdx.x];
  }
}

__device__ int sum_of(const int* tile) {
  int sum = 0;
  for (int i = 0; i < kBlock; ++i) sum += tile[i];
  return sum;
}

__global__ void tile_at_a_time(const int* x, int* sums) {
  alignas(16) __shared__ int tile[kBlock];
  __shared__ Barrier arrived;
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&arrived, block.size());
  block.sync();
  for (int t = 0; t < kTiles; ++t) {
    cuda::memcpy_async(block, tile, x + t * kBlock, cuda::aligned_size_t<16>(sizeof tile), arrived);
    arrived.arrive_and_wait();
    if (threadIdx.x == 5) sums[t] = sum_of(tile);
    block.sync();
  }
}

__global__ void pipeline_of_the_block(const int* x, int* sums) {
  constexpr int kStages = 2;
  __shared__ int tile[kStages][kBlock];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int t = 0, fetched = 0; t < kTiles; ++t) {
    for (; fetched < kTiles && fetched < t + kStages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[fetched % kStages], x + fetched * kBlock, sizeof tile[0], pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    if (threadIdx.x == 0) sums[t] = sum_of(tile[t % kStages]);
    pipe.consumer_release();
  }
}

// One warp copies the tiles, and the other warps add them up.
__global__ void producers_and_consumers(const int* x, int* sums) {
  constexpr int kStages = 3;
  __shared__ int tile[kStages][kBlock];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  const bool brings = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, brings ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  for (int t = 0; t < kTiles; ++t) {
    if (brings) {
      pipe.producer_acquire();
      for (int i = threadIdx.x; i < kBlock; i += 32)
        cuda::memcpy_async(&tile[t % kStages][i], x + t * kBlock + i, sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      if (threadIdx.x == 32) sums[t] = sum_of(tile[t % kStages]);
      pipe.consumer_release();
    }
  }
}

__global__ void pipeline_of_each_thread(const int* x, int* out) {
  __shared__ int own[2][kBlock];
  auto pipe = cuda::make_pipeline();
  for (int s = 0; s < 2; ++s) {
    pipe.producer_acquire();
    cuda::memcpy_async(&own[s][threadIdx.x], x + s * kBlock + threadIdx.x, sizeof(int), pipe);
    pipe.producer_commit();
  }
  pipe.consumer_wait();
  out[threadIdx.x] = own[0][threadIdx.x];
  pipe.consumer_release();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  out[threadIdx.x] += own[1][threadIdx.x];
}

__global__ void copy_of_a_group(const int* x, int* sums) {
  __shared__ int tile[kBlock];
  const cg::thread_block block = cg::this_thread_block();
  for (int t = 0; t < kTiles; ++t) {
    cg::memcpy_async(block, tile, x + t * kBlock, sizeof tile);
    cg::wait(block);
    if (threadIdx.x == 1) sums[t] = sum_of(tile);
    block.sync();
  }
}

// Two blocks add to one sum, one after the other; the latch opens when both blocks have finished.
__global__ void one_after_the_other(cuda::binary_semaphore<cuda::thread_scope_device>* turn,
                                    cuda::latch<cuda::thread_scope_device>* both, int* sum, int* seen) {
  if (threadIdx.x != 0) return;
  turn->acquire();
  *sum += 1 + blockIdx.x;
  turn->release();
  both->arrive_and_wait();
  seen[blockIdx.x] = *sum;
}
__global__ void set_up(cuda::binary_semaphore<cuda::thread_scope_device>* turn,
                       cuda::latch<cuda::thread_scope_device>* both, int blocks) {
  new (turn) cuda::binary_semaphore<cuda::thread_scope_device>(1);
  new (both) cuda::latch<cuda::thread_scope_device>(blocks);
}

int wrong_sums(const int* sums) {
  int wrong = 0, host[kTiles];
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  for (int t = 0; t < kTiles; ++t) wrong += host[t] != kBlock * (2 * t * kBlock + kBlock - 1) / 2;
  return wrong;
}

int main() {
  int host[kTiles * kBlock], *x, *out, wrong = 0;
  for (int i = 0; i < kTiles * kBlock; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, kBlock * sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  halves<<<1, kBlock>>>(x, out);
  cudaMemcpy(host, out, kBlock / 2 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kBlock / 2; ++i) wrong += host[i] != kBlock / 2 + i + kBlock / 2 - 1 - i;
  tile_at_a_time<<<1, kBlock>>>(x, out);
  wrong += wrong_sums(out);
  pipeline_of_the_block<<<1, kBlock>>>(x, out);
  wrong += wrong_sums(out);
  producers_and_consumers<<<1, kBlock>>>(x, out);
  wrong += wrong_sums(out);
  copy_of_a_group<<<1, kBlock>>>(x, out);
  wrong += wrong_sums(out);
  pipeline_of_each_thread<<<1, kBlock>>>(x, out);
  cudaMemcpy(host, out, kBlock * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kBlock; ++i) wrong += host[i] != 2 * i + kBlock;
  cuda::binary_semaphore<cuda::thread_scope_device>* turn;
  cuda::latch<cuda::thread_scope_device>* both;
  cudaMalloc(&turn, sizeof *turn);
  cudaMalloc(&both, sizeof *both);
  cudaMemset(out, 0, sizeof(int));
  set_up<<<1, 1>>>(turn, both, 2);
  one_after_the_other<<<2, 32>>>(turn, both, out, out + 1);
  cudaMemcpy(host, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 3; ++i) wrong += host[i] != 3;
  std::printf("cuda_barrier: %d wrong\n", wrong);
  cudaFree(both);
  cudaFree(turn);
  cudaFree(out);
  cudaFree(x);
  return wrong;
}
