// Kernels that are wrong in one way each, and twins that look alike and are right. test_hazards.cpp says what
// must be found in which. Stages named test/bug_… and test/ok_…; each gets n inputs, at least n outputs, and
// any block size.
#include "stage/map.h"

namespace {

using Word = uint32_t;
constexpr unsigned kAll = 0xffffffffu;

__device__ unsigned global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <typename... Parameters, typename... Extra>
void go(const MapJob<Word>& job, void (*kernel)(const Word*, Word*, size_t, Parameters...),
        size_t dynamic_shared, Extra... extra) {
  launch(job, kernel, {blocks_for(job.n, job.block), job.block, dynamic_shared}, job.input, job.output, job.n,
         static_cast<Parameters>(extra)...);
}

#define HAZARD_STAGE(name, dynamic_shared, ...)                                                          \
  void run_##name(const MapJob<Word>& job) { go(job, name, dynamic_shared __VA_OPT__(, ) __VA_ARGS__); } \
  [[maybe_unused]] static const Registration registration_##name =                                       \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);

// --- barriers in shared memory ---

template <bool kBarrier>
__device__ void reverse(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread();
  tile[threadIdx.x] = i < n ? input[i] : 0;
  if (kBarrier) __syncthreads();
  if (i < n) output[i] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void bug_missing_barrier(const Word* input, Word* output, size_t n) {
  reverse<false>(input, output, n);
}
__global__ void ok_barrier(const Word* input, Word* output, size_t n) { reverse<true>(input, output, n); }
HAZARD_STAGE(bug_missing_barrier, 0)
HAZARD_STAGE(ok_barrier, 0)

// A scan in place needs a barrier between reading and writing, and one between the steps.
template <bool kBetween, bool kAfter>
__device__ void scan_in_place(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  tile[tid] = i < n ? input[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const Word left = tid >= s ? tile[tid - s] : 0;
    if (kBetween) __syncthreads();
    tile[tid] += left;
    if (kAfter) __syncthreads();
  }
  if (i < n) output[i] = tile[tid];
}
__global__ void bug_read_then_write(const Word* input, Word* output, size_t n) {
  scan_in_place<false, true>(input, output, n);
}
__global__ void bug_step_then_step(const Word* input, Word* output, size_t n) {
  scan_in_place<true, false>(input, output, n);
}
__global__ void ok_two_barriers(const Word* input, Word* output, size_t n) {
  scan_in_place<true, true>(input, output, n);
}
HAZARD_STAGE(bug_read_then_write, 0)
HAZARD_STAGE(bug_step_then_step, 0)
HAZARD_STAGE(ok_two_barriers, 0)

template <bool kBarrier>
__device__ void use_twice(const Word* input, Word* output, size_t n) {
  extern __shared__ Word buffer[];
  const unsigned i = global_thread(), tid = threadIdx.x, other = blockDim.x - 1 - tid;
  buffer[tid] = i < n ? input[i] : 0;
  __syncthreads();
  const Word mirrored = buffer[other];
  if (kBarrier) __syncthreads();
  buffer[tid] = mirrored + 1;
  __syncthreads();
  if (i < n) output[i] = buffer[other];
}
__global__ void bug_reused_too_early(const Word* input, Word* output, size_t n) {
  use_twice<false>(input, output, n);
}
__global__ void ok_reused_after_barrier(const Word* input, Word* output, size_t n) {
  use_twice<true>(input, output, n);
}
HAZARD_STAGE(bug_reused_too_early, job.block * sizeof(Word))
HAZARD_STAGE(ok_reused_after_barrier, job.block * sizeof(Word))

__global__ void bug_all_write_one(const Word*, Word* output, size_t) {
  __shared__ Word last;
  last = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) output[blockIdx.x] = last;
}
__global__ void ok_one_writes(const Word*, Word* output, size_t) {
  __shared__ Word last;
  if (threadIdx.x == blockDim.x - 1) last = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) output[blockIdx.x] = last;
}
HAZARD_STAGE(bug_all_write_one, 0)
HAZARD_STAGE(ok_one_writes, 0)

// Neighbours share a word, not a byte.
template <unsigned kShift>
__device__ void bytes(const Word*, Word* output, size_t n) {
  __shared__ unsigned char flags[kMaxBlock];
  flags[threadIdx.x] = 0;
  __syncthreads();
  flags[threadIdx.x >> kShift << kShift] = 1;
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) output[i] = flags[threadIdx.x];
}
__global__ void bug_same_byte(const Word* input, Word* output, size_t n) { bytes<1>(input, output, n); }
__global__ void ok_neighbouring_bytes(const Word* input, Word* output, size_t n) {
  bytes<0>(input, output, n);
}
HAZARD_STAGE(bug_same_byte, 0)
HAZARD_STAGE(ok_neighbouring_bytes, 0)

// --- within a warp ---

template <bool kSync>
__device__ void warp_sum(const Word* input, Word* output, size_t n) {
  __shared__ Word partial[kMaxBlock];
  volatile Word* p = partial;
  const unsigned i = global_thread(), tid = threadIdx.x, lane = tid % 32;
  p[tid] = i < n ? input[i] : 0;
  __syncthreads();
  for (unsigned s = 16; s > 0; s /= 2) {
    const Word other = lane + s < 32 ? p[tid + s] : 0;
    if (kSync) __syncwarp();
    p[tid] = p[tid] + other;
    if (kSync) __syncwarp();
  }
  if (lane == 0) output[i] = p[tid];
}
__global__ void bug_volatile_warp(const Word* input, Word* output, size_t n) {
  warp_sum<false>(input, output, n);
}
__global__ void ok_syncwarp(const Word* input, Word* output, size_t n) { warp_sum<true>(input, output, n); }
HAZARD_STAGE(bug_volatile_warp, 0)
HAZARD_STAGE(ok_syncwarp, 0)

// A shuffle makes lanes wait for each other's values, not for each other's memory.
__global__ void bug_shuffle_is_no_fence(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  tile[tid] = i < n ? input[i] : 0;
  const Word from = __shfl_xor_sync(kAll, tid, 1);
  if (i < n) output[i] = tile[from];
}
HAZARD_STAGE(bug_shuffle_is_no_fence, 0)

template <unsigned kLanes>
__device__ void exchange_in_halves(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  tile[tid] = i < n ? input[i] : 0;
  __syncwarp(tid % 32 < 16 ? 0x0000ffffu : 0xffff0000u);
  if (i < n) output[i] = tile[tid ^ (kLanes - 1)];
}
__global__ void bug_across_halves(const Word* input, Word* output, size_t n) {
  exchange_in_halves<32>(input, output, n);
}
__global__ void ok_within_halves(const Word* input, Word* output, size_t n) {
  exchange_in_halves<16>(input, output, n);
}
HAZARD_STAGE(bug_across_halves, 0)
HAZARD_STAGE(ok_within_halves, 0)

__global__ void bug_shuffle_from_returned_lane(const Word* input, Word* output, size_t) {
  const unsigned i = global_thread();
  if (threadIdx.x % 32 >= 16) return;
  output[i] = __shfl_down_sync(kAll, input[0], 16);
}
__global__ void bug_shuffle_from_lane_outside(const Word* input, Word* output, size_t) {
  if (threadIdx.x % 32 < 16) output[global_thread()] = __shfl_down_sync(0x0000ffffu, input[0], 8);
}
__global__ void ok_shuffle_of_half(const Word* input, Word* output, size_t) {
  if (threadIdx.x % 32 < 16) output[global_thread()] = __shfl_down_sync(0x0000ffffu, input[0], 8, 16);
}
HAZARD_STAGE(bug_shuffle_from_returned_lane, 0)
HAZARD_STAGE(bug_shuffle_from_lane_outside, 0)
HAZARD_STAGE(ok_shuffle_of_half, 0)

// --- who comes to a barrier ---

__global__ void bug_early_return(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread();
  if (i >= n) return;
  tile[threadIdx.x] = input[i];
  __syncthreads();
  output[i] = tile[threadIdx.x];
}
HAZARD_STAGE(bug_early_return, 0)

__global__ void bug_barrier_in_branch(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread();
  tile[threadIdx.x] = i < n ? input[i] : 0;
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    tile[threadIdx.x] += 1;
    __syncthreads();
  }
  if (i < n) output[i] = tile[threadIdx.x];
}
__global__ void ok_block_takes_branch(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread();
  tile[threadIdx.x] = i < n ? input[i] : 0;
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    tile[threadIdx.x] += 1;
    __syncthreads();
  }
  if (i < n) output[i] = tile[blockDim.x - 1 - threadIdx.x];
}
HAZARD_STAGE(bug_barrier_in_branch, 0)
HAZARD_STAGE(ok_block_takes_branch, 0)

__global__ void bug_waits_for_nobody(const Word*, Word* output, size_t) {
  if (threadIdx.x == 0)
    output[blockIdx.x] = __shfl_sync(kAll, 1u, 1);
  else
    __syncthreads();
}
HAZARD_STAGE(bug_waits_for_nobody, 0)

// --- where an address points ---

__global__ void bug_read_past_end(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i <= n) output[i % n] = input[i];
}
__global__ void bug_write_past_end(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i + 3] = input[i];  // there are n + 2
}
__global__ void bug_before_start(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[static_cast<int>(i) - 1];
}
__global__ void ok_whole_input(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i] + (i > 0 ? input[i - 1] : 0);
}
HAZARD_STAGE(bug_read_past_end, 0)
HAZARD_STAGE(bug_write_past_end, 0)
HAZARD_STAGE(bug_before_start, 0)
HAZARD_STAGE(ok_whole_input, 0)

__global__ void bug_static_shared_past_end(const Word*, Word* output, size_t) {
  __shared__ Word small[32];
  if (threadIdx.x < 32) small[threadIdx.x + 1] = 1;
  __syncthreads();
  output[global_thread()] = small[1];
}
__global__ void bug_dynamic_shared_past_end(const Word*, Word* output, size_t n) {
  extern __shared__ Word dynamic[];
  const unsigned i = global_thread();
  dynamic[threadIdx.x + 1] = i;
  if (i < n) output[i] = dynamic[threadIdx.x + 1];
}
__global__ void bug_far_past_end(const Word*, Word* output, size_t) {
  __shared__ Word small[32];
  if (threadIdx.x != 0) return;
  small[0] = 0;
  const volatile size_t far = size_t{1} << 44;  // volatile: a linker cannot place a constant this large
  small[far] = 1;
  output[0] = small[0];
}
HAZARD_STAGE(bug_static_shared_past_end, 0)
HAZARD_STAGE(bug_dynamic_shared_past_end, job.block * sizeof(Word))
HAZARD_STAGE(bug_far_past_end, 0)

__global__ void bug_null(const Word*, Word* output, size_t, const Word* nowhere) {
  output[0] = nowhere[threadIdx.x];
}
HAZARD_STAGE(bug_null, 0, nullptr)

__global__ void bug_host_pointer(const Word*, Word* output, size_t, const Word* host) {
  output[0] = host[threadIdx.x];
}
void run_bug_host_pointer(const MapJob<Word>& job) {
  Word* host = new Word[kMaxBlock]();
  struct Freed {
    Word* p;
    ~Freed() { delete[] p; }
  } freed{host};
  go(job, bug_host_pointer, 0, host);
}
[[maybe_unused]] const Registration registration_host =
    Registration(kThisBuild, __FILE__, "test/bug_host_pointer", "", run_bug_host_pointer);

__global__ void bug_vector_misaligned(const Word* input, Word* output, size_t n) {
  const unsigned i = 4 * global_thread() + 1;
  if (i + 4 > n) return;
  const uint4 v = *reinterpret_cast<const uint4*>(input + i);
  output[i] = v.x + v.w;
}
__global__ void bug_vector_misaligned_by_8(const Word* input, Word* output, size_t n) {
  const unsigned i = 4 * global_thread() + 2;
  if (i + 4 > n) return;
  const uint4 v = *reinterpret_cast<const uint4*>(input + i);
  output[i] = v.x + v.w;
}
__global__ void bug_shared_misaligned(const Word*, Word* output, size_t) {
  __shared__ Word tile[2 * kMaxBlock + 2];
  *reinterpret_cast<double*>(tile + 2 * threadIdx.x + 1) = 1.0;
  output[threadIdx.x] = tile[2 * threadIdx.x + 1];
}
struct Pair {  // 16 bytes, aligned to 8
  uint64_t a, b;
};
__global__ void ok_vectors(const Word* input, Word* output, size_t n) {
  const unsigned i = 4 * global_thread();
  if (i + 8 > n) return;
  const uint4 v = *reinterpret_cast<const uint4*>(input + i);
  Pair p = *reinterpret_cast<const Pair*>(input + i + 4);
  p.a += v.x;
  *reinterpret_cast<Pair*>(output + i) = p;
}
HAZARD_STAGE(bug_vector_misaligned, 0)
HAZARD_STAGE(bug_vector_misaligned_by_8, 0)
HAZARD_STAGE(bug_shared_misaligned, 0)
HAZARD_STAGE(ok_vectors, 0)

__global__ void bug_leaked_local(const Word*, Word* output, size_t) {
  __shared__ Word* pointer;
  Word mine = threadIdx.x;
  if (threadIdx.x == 0) pointer = &mine;
  __syncthreads();
  output[global_thread()] = *pointer + mine;
  __syncthreads();
}
__global__ void ok_own_local(const Word*, Word* output, size_t) {
  Word mine[4] = {threadIdx.x, 1, 2, 3};
  Word* volatile pointer = mine;
  __syncthreads();
  output[global_thread()] = pointer[threadIdx.x % 4];
}
HAZARD_STAGE(bug_leaked_local, 0)
HAZARD_STAGE(ok_own_local, 0)

__constant__ const Word kTable[4] = {1, 2, 3, 4};
__global__ void ok_table(const Word*, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = kTable[i % 4] + blockDim.x + gridDim.x;
}
HAZARD_STAGE(ok_table, 0)

// --- uninitialised ---

__global__ void bug_uninitialised_static(const Word*, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  if (threadIdx.x > 0) tile[threadIdx.x] = 1;
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) output[i] = tile[threadIdx.x];
}
__global__ void bug_uninitialised_dynamic(const Word*, Word* output, size_t n) {
  extern __shared__ Word dynamic_words[];
  if (threadIdx.x != 7) dynamic_words[threadIdx.x] = 1;
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) output[i] = dynamic_words[threadIdx.x];
}
__global__ void bug_uninitialised_counter(const Word*, Word* output, size_t) {
  __shared__ Word counter;
  atomicAdd(&counter, 1u);
  __syncthreads();
  if (threadIdx.x == 0) output[blockIdx.x] = counter;
}
HAZARD_STAGE(bug_uninitialised_static, 0)
HAZARD_STAGE(bug_uninitialised_dynamic, job.block * sizeof(Word))
HAZARD_STAGE(bug_uninitialised_counter, 0)

struct Best {  // with a hole that nobody writes
  Word value;
  uint64_t index;
};
__global__ void ok_hole_in_structure(const Word* input, Word* output, size_t n) {
  __shared__ Best best[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  best[tid].value = i < n ? input[i] : 0;
  best[tid].index = i;
  __syncthreads();
  const Best other = best[blockDim.x - 1 - tid];
  __syncthreads();
  best[tid] = other;
  if (i < n) output[i] = best[tid].value;
}
HAZARD_STAGE(ok_hole_in_structure, 0)

// --- atomics ---

__global__ void ok_atomics(const Word* input, Word* output, size_t n) {
  __shared__ Word counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) atomicAdd(&counter, input[i]);
  if (i < n) atomicMax(&output[n], input[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&output[0], counter);
}
__global__ void bug_atomic_and_plain(const Word*, Word* output, size_t) {
  __shared__ Word counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1)
    counter = 5;
  else
    atomicAdd(&counter, 1u);
  __syncthreads();
  if (threadIdx.x == 0) output[blockIdx.x] = counter;
}
__global__ void bug_read_before_atomics_end(const Word*, Word* output, size_t) {
  __shared__ Word counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  atomicAdd(&counter, 1u);
  if (threadIdx.x == 0) output[blockIdx.x] = counter;
}
HAZARD_STAGE(ok_atomics, 0)
HAZARD_STAGE(bug_atomic_and_plain, 0)
HAZARD_STAGE(bug_read_before_atomics_end, 0)

// --- global memory, within and across blocks ---

__global__ void bug_global_in_block(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i];
  if (i < n && threadIdx.x > 0) output[i] += output[i - 1];
}
__global__ void ok_global_in_block(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i];
  __syncthreads();
  const Word left = i < n && threadIdx.x > 0 ? output[i - 1] : 0;
  __syncthreads();
  if (i < n) output[i] += left;
}
__global__ void bug_global_across_blocks(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i];
  __syncthreads();
  if (i < n && i >= blockDim.x) output[i] += output[i - blockDim.x];
}
__global__ void bug_blocks_write_one(const Word*, Word* output, size_t) {
  if (threadIdx.x == 0) output[0] = blockIdx.x;
}
HAZARD_STAGE(bug_global_in_block, 0)
HAZARD_STAGE(ok_global_in_block, 0)
HAZARD_STAGE(bug_global_across_blocks, 0)
HAZARD_STAGE(bug_blocks_write_one, 0)

// What one launch wrote, the next may read.
__global__ void write_one(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i];
}
__global__ void read_neighbour(const Word*, Word* output, size_t n) {
  const unsigned i = global_thread();
  const Word left = i < n && i >= blockDim.x ? output[i - blockDim.x] : 0;
  if (i == n - 1) output[n] = left;
}
void run_ok_two_launches(const MapJob<Word>& job) {
  go(job, write_one, 0);
  go(job, read_neighbour, 0);
}
[[maybe_unused]] const Registration registration_two_launches =
    Registration(kThisBuild, __FILE__, "test/ok_two_launches", "", run_ok_two_launches);

// The last block to finish reads what all of them wrote.
enum Fence {
  none,
  on_both_sides,
  by_each_thread,
  before_ticket,
  after_ticket,
  of_block_scope,
  without_barrier
};
template <Fence kFence>
__device__ void last_block(const Word* input, Word* output, size_t n, Word* results, Word* ticket) {
  __shared__ bool is_last;
  const unsigned i = global_thread(), tid = threadIdx.x;
  if (i < n) results[i] = input[i] + 1;  // every thread writes; the fence of thread 0 must cover them all
  if (kFence != without_barrier) __syncthreads();
  if (tid == 0) {
    if (kFence == of_block_scope) __threadfence_block();
    if (kFence != none && kFence != after_ticket && kFence != of_block_scope) __threadfence();
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    if (kFence != none && kFence != before_ticket && kFence != by_each_thread) __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  if (kFence == by_each_thread) __threadfence();
  for (size_t k = tid; k < n; k += blockDim.x) output[k] = results[n - 1 - k];
}
#define LAST_BLOCK_STAGE(name, fence)                                                            \
  __global__ void name(const Word* input, Word* output, size_t n, Word* results, Word* ticket) { \
    last_block<fence>(input, output, n, results, ticket);                                        \
  }                                                                                              \
  HAZARD_STAGE(name, 0, scratch<Word>(job, "results", job.n), state<Word>(job, "ticket", 1))
LAST_BLOCK_STAGE(ok_fence_on_both_sides, on_both_sides)
LAST_BLOCK_STAGE(ok_fence_by_each_thread, by_each_thread)
LAST_BLOCK_STAGE(bug_fence_before_ticket, before_ticket)
LAST_BLOCK_STAGE(bug_no_fence, none)
LAST_BLOCK_STAGE(bug_fence_after_ticket, after_ticket)
LAST_BLOCK_STAGE(bug_fence_of_block_scope, of_block_scope)
LAST_BLOCK_STAGE(bug_fence_without_barrier, without_barrier)

Word* zeroed_flags(const MapJob<Word>& job) {
  Word* flags = scratch<Word>(job, "flags", 64);
  job.context.zero(flags, 64 * sizeof(Word));
  return flags;
}

// Each block waits for the one before, adds, and tells the next: what the first wrote reaches the last.
template <bool kFence>
__device__ void chain(const Word* input, Word* output, size_t n, Word* flags) {
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0)
      while (atomicAdd(&flags[blockIdx.x - 1], 0u) == 0) __nanosleep(20);
    __threadfence();
  }
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i] + (i >= blockDim.x ? output[threadIdx.x] : 0);  // of block 0
  __syncthreads();
  if (threadIdx.x == 0) {
    if (kFence) __threadfence();
    atomicExch(&flags[blockIdx.x], 1u);
  }
}
__global__ void ok_chain(const Word* input, Word* output, size_t n, Word* flags) {
  chain<true>(input, output, n, flags);
}
__global__ void bug_chain(const Word* input, Word* output, size_t n, Word* flags) {
  if (blockIdx.x == 0 && threadIdx.x < n) output[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) atomicExch(flags, 1u);
    while (atomicAdd(flags, 0u) == 0) __nanosleep(20);
  }
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n && blockIdx.x > 0) output[i] = input[i] + output[threadIdx.x];
}
HAZARD_STAGE(ok_chain, 0, zeroed_flags(job))
HAZARD_STAGE(bug_chain, 0, zeroed_flags(job))

}  // namespace
