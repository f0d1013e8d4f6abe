// The other half of the block arrives at the barrier, but then reads the values without waiting.
#include <cstdio>
#include <cuda/barrier>
#include <utility>

constexpr int kBlock = 128;

__global__ void halves(const int* x, int* out) {
  __shared__ int values[kBlock / 2];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  if (threadIdx.x < kBlock / 2) values[threadIdx.x] = x[threadIdx.x];
  auto token = ready.arrive();
  if (threadIdx.x >= kBlock / 2) out[threadIdx.x - kBlock / 2] = values[kBlock - 1 - threadIdx.x];  // bug: race
  ready.wait(std::move(token));
}

int main() {
  int host[kBlock], *x, *out;
  for (int i = 0; i < kBlock; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof host / 2);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  halves<<<1, kBlock>>>(x, out);
  cudaMemcpy(host, out, sizeof host / 2, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(out);
  cudaFree(x);
}
