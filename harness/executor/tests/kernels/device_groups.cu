// Cooperative groups, matches and atomics: each thread compares its results with the expected values, which
// follow from its position. Works like device_numbers.cu.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include "tracks/map.h"
#include "tests/kernels/answers.h"

namespace cg = cooperative_groups;

namespace {

constexpr unsigned kAll = 0xffffffffu;

__global__ void device_matches(const Word*, Word* output, size_t) {
  const unsigned lane = threadIdx.x % 32;
  EQUAL(__match_any_sync(kAll, lane / 8), 0xffu << lane / 8 * 8);
  EQUAL(__match_any_sync(kAll, static_cast<unsigned long long>(lane % 2) << 40), 0x55555555u << lane % 2);
  EQUAL(__match_any_sync(kAll, lane < 31 ? 1.0 : -0.0), lane < 31 ? 0x7fffffffu : 0x80000000u);
  EQUAL(__match_any_sync(kAll, lane == 0 ? 0.0f : -0.0f), lane == 0 ? 1u : 0xfffffffeu);  // by their bits
  int all = -1;
  EQUAL(__match_all_sync(kAll, 7, &all), kAll);
  EQUAL(all != 0, true);
  EQUAL(__match_all_sync(kAll, lane == 5, &all), 0u);
  EQUAL(all, 0);
  if (lane >= 16) {
    EQUAL(__match_any_sync(0xffff0000u, lane % 4), 0x11110000u << lane % 4);
    EQUAL(__match_all_sync(0xffff0000u, 3ll, &all), 0xffff0000u);
  }
}
ANSWERS(device_matches)

__device__ unsigned any_group_sum(cg::thread_group group, unsigned* room, unsigned value) {
  const unsigned rank = group.thread_rank();
  room[rank] = value;
  group.sync();
  unsigned sum = 0;
  for (unsigned i = 0; i < group.size(); ++i) sum += room[i];
  group.sync();
  return sum;
}

struct Point {
  double x;
  float y;
};

__global__ void device_tiles(const Word*, Word* output, size_t) {
  const cg::thread_block block = cg::this_thread_block();
  const unsigned t = threadIdx.x, threads = blockDim.x, lane = t % 32;
  EQUAL(block.thread_rank(), t);
  EQUAL(block.size(), threads);
  EQUAL(block.num_threads(), threads);
  EQUAL(block.group_index().x, 0u);
  EQUAL(block.thread_index().x, t);
  EQUAL(block.group_dim().x, threads);
  const auto warp = cg::tiled_partition<32>(block);
  const auto eight = cg::tiled_partition<8>(warp);
  const cg::thread_block_tile<4> four = cg::tiled_partition<4>(block);
  EQUAL(warp.size(), 32u);
  EQUAL(warp.thread_rank(), lane);
  EQUAL(warp.meta_group_rank(), t / 32);
  EQUAL(warp.meta_group_size(), threads / 32);
  EQUAL(eight.meta_group_rank(), lane / 8);
  EQUAL(eight.meta_group_size(), 4u);
  EQUAL(four.meta_group_rank(), t / 4);
  EQUAL(eight.shfl(t, 3), t / 8 * 8 + 3);
  EQUAL(eight.shfl_down(t, 1), t % 8 == 7 ? t : t + 1);
  EQUAL(eight.shfl_up(t, 2), t % 8 < 2 ? t : t - 2);
  EQUAL(eight.shfl_xor(t, 5), t ^ 5);
  EQUAL(warp.shfl(static_cast<short>(t), 4), static_cast<short>(t / 32 * 32 + 4));
  EQUAL(warp.shfl(t % 2 == 0, 1), false);
  EQUAL(warp.shfl(1.5 * t, 2), 1.5 * (t / 32 * 32 + 2));
  const Point p = four.shfl(Point{2.0 * t, 3.0f * t}, 1);
  EQUAL(p.x, 2.0 * (t / 4 * 4 + 1));
  EQUAL(p.y, 3.0f * (t / 4 * 4 + 1));
  EQUAL(eight.ballot(t % 2), 0xaau);
  EQUAL(eight.any(t % 8 == 7) != 0, true);
  EQUAL(eight.all(t % 8 == 7) != 0, false);
  EQUAL(eight.match_any(t % 2), 0x55u << t % 2);
  int same = 0;
  EQUAL(eight.match_all(t / 8, same), 0xffu);
  EQUAL(same != 0, true);
  EQUAL(warp.shfl(__float2half(2.0f), 3) == __float2half(2.0f), true);

  EQUAL(cg::reduce(warp, lane, cg::plus<unsigned>()), 496u);
  EQUAL(cg::reduce(eight, static_cast<int>(t % 8) - 4, cg::less<int>()), -4);
  EQUAL(cg::reduce(warp, static_cast<int>(lane) - 40, cg::greater<int>()), -9);
  EQUAL(cg::reduce(warp, 1u << lane, cg::bit_or<unsigned>()), kAll);
  EQUAL(cg::reduce(four, 2.0f, [](float a, float b) { return a * b; }), 16.0f);
  EQUAL(cg::reduce(warp, 0.5, cg::plus<double>()), 16.0);
  EQUAL(cg::inclusive_scan(warp, lane), lane * (lane + 1) / 2);
  EQUAL(cg::exclusive_scan(eight, 1), static_cast<int>(t % 8));
  EQUAL(cg::exclusive_scan(warp, 0.5f), 0.5f * lane);
  EQUAL(cg::inclusive_scan(warp, lane ^ 31, cg::greater<unsigned>()), 31u);

  __shared__ unsigned room[1024];
  EQUAL(any_group_sum(block, room, 1), threads);
  EQUAL(any_group_sum(warp, room + t / 32 * 32, 2), 64u);
  EQUAL(any_group_sum(cg::tiled_partition(block, 16), room + t / 16 * 16, t % 16), 120u);
  cg::sync(block);
  EQUAL(cg::thread_rank(warp), lane);
  EQUAL(cg::this_thread().size(), 1u);
}
ANSWERS(device_tiles)

__global__ void device_coalesced(const Word*, Word* output, size_t) {
  const unsigned lane = threadIdx.x % 32;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (lane % 3 == 1) {  // 1, 4, … 31: eleven lanes
    const cg::coalesced_group group = cg::coalesced_threads();
    const unsigned rank = lane / 3;
    EQUAL(group.size(), 11u);
    EQUAL(group.thread_rank(), rank);
    EQUAL(group.shfl(lane, 2), 7u);
    EQUAL(group.shfl_up(lane, 1), rank == 0 ? lane : lane - 3);
    EQUAL(group.shfl_down(lane, 2), rank >= 9 ? lane : lane + 6);
    EQUAL(group.ballot(rank == 4), 16u);
    EQUAL(group.any(rank == 4) != 0, true);
    EQUAL(group.all(rank < 11) != 0, true);
    EQUAL(group.match_any(rank % 2), rank % 2 ? 0x2aau : 0x555u);
    EQUAL(cg::reduce(group, rank, cg::plus<unsigned>()), 55u);
    EQUAL(cg::reduce(group, 1.0f, cg::plus<float>()), 11.0f);
    EQUAL(cg::inclusive_scan(group, 1.0f), static_cast<float>(rank + 1));
    EQUAL(cg::exclusive_scan(group, rank), rank * (rank - 1) / 2);
    const auto pairs = cg::tiled_partition(group, 4);
    EQUAL(pairs.size(), rank < 8 ? 4u : 3u);
    EQUAL(pairs.thread_rank(), rank % 4);
    EQUAL(pairs.meta_group_rank(), rank / 4);
    group.sync();
  }
  warp.sync();
  const auto odd = cg::binary_partition(warp, lane % 4 == 0);
  EQUAL(odd.size(), lane % 4 == 0 ? 8u : 24u);
  EQUAL(odd.meta_group_rank(), lane % 4 == 0 ? 1u : 0u);
  const auto label = cg::labeled_partition(warp, lane / 10);
  EQUAL(label.size(), lane < 30 ? 10u : 2u);
  EQUAL(label.thread_rank(), lane % 10);
  EQUAL(label.meta_group_rank(), lane / 10);
  EQUAL(label.meta_group_size(), 4u);
  unsigned calls = 0;
  cg::invoke_one(warp, [&] { ++calls; });
  EQUAL(__popc(warp.ballot(calls == 1)), 1);
  EQUAL(cg::invoke_one_broadcast(warp, [] { return 42; }), 42);
}
ANSWERS(device_coalesced)

// Each thread in the block updates one word; the first thread checks the sum.
__global__ void device_atomics(const Word*, Word* output, size_t) {
  const unsigned t = threadIdx.x, threads = blockDim.x;
  __shared__ unsigned long long wide[4];
  __shared__ unsigned short narrow[2];
  __shared__ half halves[2];
  __shared__ half2 pairs;
  __shared__ __nv_bfloat16 small;
  float2& two = *reinterpret_cast<float2*>(output + 32);  // for global memory only
  float4& four = *reinterpret_cast<float4*>(output + 36);
  if (t == 0) {
    wide[0] = wide[1] = wide[2] = 0;
    wide[3] = ~0ull;
    narrow[0] = narrow[1] = 0;
    halves[0] = halves[1] = 0.0f;
    pairs = __float2half2_rn(0.0f);
    small = 0.0f;
    two = make_float2(0, 0);
    four = make_float4(0, 0, 0, 0);
  }
  __syncthreads();
  atomicAdd_block(&wide[0], 1ull << 32);
  atomicOr(&wide[1], 1ull << t % 64);
  atomicXor_system(&wide[2], 1ull << t % 64);
  atomicMin(reinterpret_cast<long long*>(&wide[3]), -static_cast<long long>(t) - 5);
  while (atomicCAS(&narrow[0], static_cast<unsigned short>(t), static_cast<unsigned short>(t + 1)) != t) {
  }
  atomicAdd(&halves[1], __float2half(1.0f));
  atomicAdd(&pairs, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(&small, __float2bfloat16(1.0f));
  atomicAdd(&two, make_float2(1, 2));
  atomicAdd(&four, make_float4(1, 2, 3, 4));
  __syncthreads();
  if (t != 0) return;
  EQUAL(wide[0], static_cast<unsigned long long>(threads) << 32);
  EQUAL(wide[1], threads < 64 ? (1ull << threads) - 1 : ~0ull);
  EQUAL(wide[2], threads == 32 ? 0xffffffffull : threads == 96 ? 0xffffffff00000000ull : 0ull);
  EQUAL(static_cast<long long>(wide[3]), -static_cast<long long>(threads) - 4);
  EQUAL(narrow[0], threads);
  EQUAL(narrow[1], 0);
  EQUAL(__half2float(halves[1]), static_cast<float>(threads));
  EQUAL(__half2float(halves[0]), 0.0f);
  EQUAL(__low2float(pairs), static_cast<float>(threads));
  EQUAL(__high2float(pairs), 2.0f * threads);
  EQUAL(__bfloat162float(small), static_cast<float>(threads < 256 ? threads : 256));
  EQUAL(two.y, 2.0f * threads);
  EQUAL(four.w, 4.0f * threads);
  EQUAL(atomicAnd(&wide[1], 6ull) != 0, true);
  EQUAL(wide[1], 6ull);
  EQUAL(atomicMax(reinterpret_cast<long long*>(&wide[1]), -1ll), 6ll);
  EQUAL(atomicExch_block(&wide[1], 9ull), 6ull);
}
ANSWERS(device_atomics)

__device__ cuda::atomic<int, cuda::thread_scope_device> program_wide{0};

__global__ void device_cuda_atomics(const Word*, Word* output, size_t) {
  const int t = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum, largest, taken;
  __shared__ cuda::atomic<double> real;
  __shared__ cuda::atomic<unsigned char> byte;
  __shared__ cuda::atomic<int*> pointer;
  __shared__ int plain, numbers[2];
  if (t == 0) {
    sum = 0;
    largest.store(-1, cuda::memory_order_relaxed);
    taken = 0;
    real = 0.5;
    byte = 250;
    pointer = numbers;
    plain = 0;
    program_wide = 0;
  }
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> ref(plain);
  sum.fetch_add(t, cuda::std::memory_order_relaxed);
  largest.fetch_max(t);
  ++ref;
  real += 0.5;
  byte++;
  int expected = 0;
  if (taken.compare_exchange_strong(expected, t + 1)) pointer.fetch_add(1);
  program_wide.fetch_sub(1, cuda::memory_order_acq_rel);
  __syncthreads();
  EQUAL(sum.load(), threads * (threads - 1) / 2);
  EQUAL(largest.load(cuda::memory_order_acquire), threads - 1);
  EQUAL(plain, threads);
  EQUAL(static_cast<double>(real), 0.5 + 0.5 * threads);
  EQUAL(byte.load(), static_cast<unsigned char>(250 + threads));
  EQUAL(taken.load() != 0, true);
  EQUAL(pointer.load() == numbers + 1, true);
  EQUAL(program_wide.load(), -threads);
  static_assert(cuda::std::is_same_v<cuda::std::remove_const_t<const int>, int>);
  const cuda::std::array<int, 2> pair = {1, 2};
  EQUAL(pair[1], 2);
  EQUAL(cuda::std::numeric_limits<int>::max(), 2147483647);
  EQUAL(cuda::std::make_pair(1, 2).second, 2);
}
ANSWERS(device_cuda_atomics)

// In each iteration, every block writes its own word and reads its neighbour's.
__global__ void device_grid(Word* output, Word* words) {
  const cg::grid_group grid = cg::this_grid();
  EQUAL(grid.is_valid(), true);
  EQUAL(grid.num_blocks(), static_cast<unsigned long long>(gridDim.x));
  EQUAL(grid.block_rank(), static_cast<unsigned long long>(blockIdx.x));
  EQUAL(grid.thread_rank(), static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x);
  EQUAL(grid.size(), static_cast<unsigned long long>(gridDim.x) * blockDim.x);
  for (unsigned round = 1; round <= 5; ++round) {
    if (threadIdx.x == 0) words[blockIdx.x] = round * 100 + blockIdx.x;
    grid.sync();
    const unsigned next = (blockIdx.x + round) % gridDim.x;
    EQUAL(words[next], round * 100 + next);
    grid.sync();
  }
}
void run_device_grid(const MapJob<Word>& job) {
  constexpr unsigned kBlocks = 7;
  Word* words = scratch<Word>(job, "words", kBlocks);
  job.context.zero(job.output, 64 * sizeof(Word));
  launch_resident(job, device_grid, {kBlocks, job.block}, job.output, words);
}
[[maybe_unused]] const Registration registration_grid =
    Registration(kThisBuild, __FILE__, "test/device_grid", "", run_device_grid);

}  // namespace
