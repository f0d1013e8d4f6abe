// Wrong uses of cooperative groups and cuda::atomic, and their correct counterparts, as in hazards.cu: each
// hazard must name a line of this file, not of a header.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cuda/atomic>

#include "tracks/map.h"
#include "stage/tensor_cores.h"
#include "stage/warpgroup.h"

namespace cg = cooperative_groups;

namespace {

using Word = uint32_t;

template <typename... Parameters, typename... Extra>
void go(const MapJob<Word>& job, void (*kernel)(const Word*, Word*, size_t, Parameters...), Extra... extra) {
  launch(job, kernel, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n,
         static_cast<Parameters>(extra)...);
}
#define DEVICE_HAZARD(name)                                        \
  void run_##name(const MapJob<Word>& job) { go(job, name); }      \
  [[maybe_unused]] static const Registration registration_##name = \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);

template <bool kSync>
__device__ void exchange_in_tile(const Word* input, Word* output, size_t n) {
  __shared__ Word room[1024];
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const size_t i = cg::this_grid().thread_rank();
  room[threadIdx.x] = i < n ? input[i] : 0;
  if (kSync) tile.sync();
  const Word other = room[threadIdx.x ^ 1];  // reads the neighbour's
  if (i < n) output[i] = other;
}
__global__ void bug_group_no_tile_sync(const Word* input, Word* output, size_t n) {
  exchange_in_tile<false>(input, output, n);
}
__global__ void ok_group_tile_sync(const Word* input, Word* output, size_t n) {
  exchange_in_tile<true>(input, output, n);
}
DEVICE_HAZARD(bug_group_no_tile_sync)
DEVICE_HAZARD(ok_group_tile_sync)

__global__ void bug_group_tile_sync_in_branch(const Word*, Word* output, size_t n) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const size_t i = cg::this_grid().thread_rank();
  if (tile.thread_rank() < 20) tile.sync();  // twelve lanes never come
  if (tile.thread_rank() >= 20) return;
  if (i < n) output[i] = 1;
}
DEVICE_HAZARD(bug_group_tile_sync_in_branch)

__global__ void bug_group_barrier_in_branch(const Word*, Word* output, size_t n) {
  const cg::thread_block block = cg::this_thread_block();
  const size_t i = cg::this_grid().thread_rank();
  if (threadIdx.x < 32)
    block.sync();  // the first warp waits here
  else
    block.sync();  // the others wait here
  if (i < n) output[i] = 1;
}
DEVICE_HAZARD(bug_group_barrier_in_branch)

__global__ void bug_group_shuffle_of_absent(const Word*, Word* output, size_t n) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const size_t i = cg::this_grid().thread_rank();
  if (tile.thread_rank() == 3) return;
  const Word x = tile.shfl_xor(1u, 1);  // lane 3 has returned
  if (i < n) output[i] = x;
}
DEVICE_HAZARD(bug_group_shuffle_of_absent)

__global__ void bug_group_mask_of_32(const Word*, Word* output, size_t n) {
  const size_t i = cg::this_grid().thread_rank();
  unsigned same = 1;
  if (threadIdx.x % 32 == 3) same = __match_any_sync(0xffff0000u, 7);  // names the other half
  if (i < n) output[i] = same;
}
DEVICE_HAZARD(bug_group_mask_of_32)

// Block 0 writes; block 1 waits for the flag and then reads.
template <cuda::memory_order kStore, cuda::memory_order kLoad, cuda::thread_scope kScope>
__device__ void pass_on(Word* output, size_t n) {
  if (n < 2 || threadIdx.x != 0 || blockIdx.x > 1) return;
  cuda::atomic_ref<Word, kScope> flag(output[0]);
  if (blockIdx.x == 0) {
    output[1] = 42;
    flag.store(1, kStore);
  } else {
    while (flag.load(kLoad) == 0) {
    }
    const Word passed = output[1];  // what block 0 wrote
    output[2] = passed;
  }
}
__global__ void bug_group_relaxed_flag(const Word*, Word* output, size_t n) {
  pass_on<cuda::memory_order_relaxed, cuda::memory_order_relaxed, cuda::thread_scope_device>(output, n);
}
__global__ void bug_group_flag_not_acquired(const Word*, Word* output, size_t n) {
  pass_on<cuda::memory_order_release, cuda::memory_order_relaxed, cuda::thread_scope_device>(output, n);
}
__global__ void bug_group_flag_of_block_scope(const Word*, Word* output, size_t n) {
  pass_on<cuda::memory_order_release, cuda::memory_order_acquire, cuda::thread_scope_block>(output, n);
}
__global__ void ok_group_flag(const Word*, Word* output, size_t n) {
  pass_on<cuda::memory_order_release, cuda::memory_order_acquire, cuda::thread_scope_device>(output, n);
}
__global__ void ok_group_strongest_flag(const Word*, Word* output, size_t n) {
  pass_on<cuda::memory_order_seq_cst, cuda::memory_order_seq_cst, cuda::thread_scope_system>(output, n);
}
DEVICE_HAZARD(bug_group_relaxed_flag)
DEVICE_HAZARD(bug_group_flag_not_acquired)
DEVICE_HAZARD(bug_group_flag_of_block_scope)
DEVICE_HAZARD(ok_group_flag)
DEVICE_HAZARD(ok_group_strongest_flag)

// The same flag between two warps in a block, for which block scope is sufficient.
__global__ void ok_group_flag_within_block(const Word*, Word* output, size_t n) {
  __shared__ cuda::atomic<Word, cuda::thread_scope_block> flag;
  __shared__ Word passed;
  if (threadIdx.x == 0) flag.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) {
    passed = 42;
    flag.store(1, cuda::memory_order_release);
  }
  if (threadIdx.x == blockDim.x - 1) {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    if (n > blockIdx.x) output[blockIdx.x] = passed == 42;
  }
}
DEVICE_HAZARD(ok_group_flag_within_block)

__global__ void bug_group_vector_atomic_in_shared(const Word*, Word* output, size_t n) {
  __shared__ float2 sum;
  if (threadIdx.x == 0) sum = make_float2(0, 0);
  __syncthreads();
  atomicAdd(&sum, make_float2(1, 1));  // for global memory only
  if (threadIdx.x == 0 && n > 0) output[0] = 1;
}
DEVICE_HAZARD(bug_group_vector_atomic_in_shared)

template <bool kSync, bool kAllBlocks>
__global__ void across_the_grid(Word* output, size_t n) {
  const cg::grid_group grid = cg::this_grid();
  const size_t i = grid.thread_rank();
  if (i < n) output[i] = static_cast<Word>(i);
  if (!kAllBlocks && blockIdx.x == gridDim.x - 1) return;
  if (kSync) grid.sync();  // all blocks meet
  const size_t other = n - 1 - i;
  Word x = 0;
  if (i < n) x = output[other];  // another block's
  if (kSync && kAllBlocks) grid.sync();
  if (i < n && (kSync || x > n)) output[i] = x;
}
#define GRID_HAZARD(name, sync, all_blocks, launch_how)                                           \
  void run_##name(const MapJob<Word>& job) {                                                      \
    launch_how(job, across_the_grid<sync, all_blocks>, {blocks_for(job.n, job.block), job.block}, \
               job.output, job.n);                                                                \
  }                                                                                               \
  [[maybe_unused]] static const Registration registration_##name =                                \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);
GRID_HAZARD(ok_group_grid_sync, true, true, launch_resident)
GRID_HAZARD(bug_group_no_grid_sync, false, true, launch_resident)
GRID_HAZARD(bug_group_grid_sync_not_reached, true, false, launch_resident)
GRID_HAZARD(bug_group_grid_sync_not_cooperative, true, true, launch)

// Whole-warp instructions, on matrices in the warp's registers and in shared memory.
template <bool kAllLanes, bool kSync>
__device__ void square(const Word* input, Word* output, size_t n) {
  alignas(16) __shared__ Word rows[1024][4];
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (Word& pair : rows[threadIdx.x]) pair = i < n ? input[i] : 0;
  if (kSync) __syncwarp();
  FragmentA a;
  load_matrices(a, reinterpret_cast<const __nv_bfloat16*>(rows[threadIdx.x ^ 1]));  // rows of the neighbour
  FragmentC sum = {};
  const FragmentB b = {a[0], a[1]};
  if (kAllLanes || threadIdx.x % 32 != 31) multiply_add(sum, a, b);  // without the last lane
  if (i < n) output[i] = __float_as_uint(sum[0]);
}
__global__ void bug_matrix_without_a_lane(const Word* input, Word* output, size_t n) {
  square<false, true>(input, output, n);
}
__global__ void bug_matrix_not_stored_yet(const Word* input, Word* output, size_t n) {
  square<true, false>(input, output, n);
}
__global__ void ok_matrix(const Word* input, Word* output, size_t n) { square<true, true>(input, output, n); }
DEVICE_HAZARD(bug_matrix_without_a_lane)
DEVICE_HAZARD(bug_matrix_not_stored_yet)
DEVICE_HAZARD(ok_matrix)

// A box of a matrix arrives three times in one buffer, and each time a warpgroup multiplies it by itself.
enum Mistake {
  kNone,
  kFullNotAwaited,
  kEmptyNotAwaited,
  kReleasedEarly,
  kTooManyBytes,
  kMisplaced,
  kWithoutAWarp
};
template <Mistake kMistake>
__device__ void multiply_boxes(const TensorMap& matrix, Word* output, size_t n) {
  constexpr unsigned kBox = 64;
  alignas(1024) __shared__ __nv_bfloat16 box[kBox + 8][kBox];
  __shared__ Barrier full[1], empty[1];
  const unsigned misplaced = kMistake == kMisplaced ? 1 : 0;
  if (threadIdx.x == 0) {
    barriers_init(full, 1);
    barriers_init(empty, blockDim.x / kWarpSize);
  }
  __syncthreads();
  float sum[kBox] = {};
  for (unsigned step = 0; step < 3; ++step) {
    if (threadIdx.x == 0) {
      if (kMistake != kEmptyNotAwaited) barrier_wait(empty, step + 1);
      barrier_expect(full, kBox * kBox * 2 + (kMistake == kTooManyBytes ? 16 : 0));
      tensor_load(box[misplaced], matrix, 0, 0, full);  // the box
    }
    if (kMistake != kFullNotAwaited || step < 2) barrier_wait(full, step);  // has it arrived?
    warpgroup_fence();
    if (kMistake != kWithoutAWarp || threadIdx.x / kWarpSize != 2)
      warpgroup_multiply_add(sum, tile_at(box[0], 0), tile_at(box[0], 0));  // the box by itself
    warpgroup_commit();
    if (kMistake != kReleasedEarly) warpgroup_wait<0>();
    if (threadIdx.x % kWarpSize == 0) barrier_arrive(empty);
    warpgroup_wait<0>();
  }
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = __float_as_uint(sum[0]);
}
#define BOXES(name, mistake, block)                                                                       \
  __global__ void name(const Word*, Word* output, size_t n, const __grid_constant__ TensorMap matrix) {   \
    multiply_boxes<mistake>(matrix, output, n);                                                           \
  }                                                                                                       \
  void run_##name(const MapJob<Word>& job) {                                                              \
    const TensorMap matrix = tensor_map(reinterpret_cast<const __nv_bfloat16*>(job.input), 1, 8, 64, 64); \
    launch(job, name, {blocks_for(job.n, block), block}, job.input, job.output, job.n, matrix);           \
  }                                                                                                       \
  [[maybe_unused]] static const Registration registration_##name =                                        \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);
BOXES(bug_box_full_not_awaited, kFullNotAwaited, 128)
BOXES(bug_box_empty_not_awaited, kEmptyNotAwaited, 128)
BOXES(bug_box_released_early, kReleasedEarly, 128)
BOXES(bug_box_too_many_bytes, kTooManyBytes, 128)
BOXES(bug_box_misplaced, kMisplaced, 128)
BOXES(bug_box_without_a_warp, kWithoutAWarp, 256)
BOXES(bug_box_of_two_warps, kNone, 64)
BOXES(ok_box, kNone, 128)
BOXES(ok_box_of_two_warpgroups, kNone, 256)

// The cost of a group's operations, which test_device_language.cpp checks.
__global__ void group_costs(const Word*, Word* output, size_t) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  block.sync();                                                               // cost: block.sync
  warp.sync();                                                                // cost: warp.sync
  Word x = warp.shfl_down(threadIdx.x, 1);                                    // cost: shfl
  x += warp.ballot(x > 3);                                                    // cost: ballot
  x += warp.match_any(x % 4);                                                 // cost: match
  x += cg::reduce(warp, x, cg::plus<Word>());                                 // cost: integers
  x += static_cast<Word>(cg::reduce(warp, 0.5f, cg::plus<float>()));          // cost: floats
  cuda::atomic_ref<Word, cuda::thread_scope_device>(output[0]).fetch_add(x);  // cost: fetch_add
  cg::this_grid().sync();                                                     // cost: grid.sync
}
void run_group_costs(const MapJob<Word>& job) {
  launch_resident(job, group_costs, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}
[[maybe_unused]] const Registration registration_costs =
    Registration(kThisBuild, __FILE__, "test/group_costs", "", run_group_costs);

}  // namespace
