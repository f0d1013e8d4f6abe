// Reduce and scan from the cooperative groups library.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void rows(const int* in, int* largest, int* sums, int* before) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  const int i = block.thread_rank();
  const int most = cg::reduce(warp, in[i], cg::greater<int>());
  const int sum = cg::reduce(warp, in[i], cg::plus<int>());
  before[i] = cg::exclusive_scan(warp, in[i]);
  if (warp.thread_rank() == 0) {
    largest[warp.meta_group_rank()] = most;
    sums[warp.meta_group_rank()] = sum;
  }
}

int main() {
  constexpr int n = 128, warps = n / 32;
  int in[n], largest[warps], sums[warps], before[n];
  for (int i = 0; i < n; ++i) in[i] = i * 29 % 64;
  int *d_in, *d_largest, *d_sums, *d_before;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_largest, sizeof largest);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMalloc(&d_before, sizeof before);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  rows<<<1, n>>>(d_in, d_largest, d_sums, d_before);
  cudaMemcpy(largest, d_largest, sizeof largest, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(before, d_before, sizeof before, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_largest);
  cudaFree(d_sums);
  cudaFree(d_before);
  int wrong = 0;
  for (int w = 0; w < warps; ++w) {
    int most = 0, sum = 0;
    for (int i = w * 32; i < (w + 1) * 32; ++i) {
      wrong += before[i] != sum;
      sum += in[i];
      most = in[i] > most ? in[i] : most;
    }
    wrong += most != largest[w];
    wrong += sum != sums[w];
  }
  std::printf("cg_reduce_scan: %d wrong\n", wrong);
  return wrong != 0;
}
