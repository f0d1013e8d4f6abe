// A program defines macros with one-letter and common names before it includes CUDA's headers.
#define N 64
#define M 2
#define K 4
#define F 5
#define T(x) int x
#define W 3
#define BLOCK 32
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void count(int* n, __half* h) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  all.arrive_and_wait();
  const auto warp = cg::tiled_partition<BLOCK>(cg::this_thread_block());
  const int sum = cg::reduce(warp, 1, cg::plus<int>());
  if (warp.thread_rank() == 0)
    cuda::atomic_ref<int, cuda::thread_scope_device>(*n).fetch_add(sum, cuda::memory_order_relaxed);
  if (blockIdx.x == 0 && threadIdx.x == 0) *h = __float2half(15.0f);
}

int main() {
  int* d;
  __half *dh, h;
  T(n);
  cudaMalloc(&d, sizeof n);
  cudaMalloc(&dh, sizeof h);
  cudaMemset(d, 0, sizeof n);
  count<<<M, N>>>(d, dh);
  cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
  cudaMemcpy(&h, dh, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(dh);
  std::printf("%d %g\n", n, static_cast<double>(__half2float(h)));
  return n != N * M || __half2float(h) != 15;
}
