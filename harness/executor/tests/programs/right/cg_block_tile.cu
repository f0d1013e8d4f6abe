// Cooperative groups: the block, and tiles of 32 and 8 threads, with a sum in each.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

template <class Group>
__device__ int sum_of(Group group, int value) {
  for (unsigned d = group.size() / 2; d > 0; d /= 2) value += group.shfl_down(value, d);
  return value;
}

__global__ void sums(const int* in, int* of_tiles, int* of_blocks) {
  __shared__ int partial[32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<8> eight = cg::tiled_partition<8>(warp);

  const unsigned i = block.group_index().x * block.size() + block.thread_rank();
  const int of_eight = sum_of(eight, in[i]);
  if (eight.thread_rank() == 0) of_tiles[i / 8] = of_eight;

  const int of_warp = sum_of(warp, in[i]);
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = of_warp;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    const int here = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
    const int total = sum_of(warp, here);
    if (warp.thread_rank() == 0) of_blocks[block.group_index().x] = total;
  }
}

int main() {
  const int threads = 192, blocks = 5, n = threads * blocks;
  std::vector<int> in(n), tiles(n / 8), totals(blocks);
  for (int i = 0; i < n; i++) in[i] = i * i % 31;
  int *d_in, *d_tiles, *d_totals;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_tiles, n / 8 * sizeof(int));
  cudaMalloc(&d_totals, blocks * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<blocks, threads>>>(d_in, d_tiles, d_totals);
  cudaMemcpy(tiles.data(), d_tiles, n / 8 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(totals.data(), d_totals, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_tiles);
  cudaFree(d_totals);
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    tiles[i / 8] -= in[i];
    totals[i / threads] -= in[i];
  }
  for (int t : tiles) wrong += t != 0;
  for (int t : totals) wrong += t != 0;
  printf("cg_block_tile: %d sums wrong\n", wrong);
  return wrong ? 1 : 0;
}
