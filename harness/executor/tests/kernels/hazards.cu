// Kernels with one mistake each, and similar kernels that are correct. test_hazards.cpp lists the hazard that
// must be found in each kernel. The stages are named test/bug_… and test/ok_…; each stage is given n inputs,
// at least n outputs, and any block size.
#include <cstring>

#include "tracks/map.h"

using namespace ladder;

#ifndef __CUDACC__
extern "C" {
static __device__ unsigned c[8];  // its symbol is c, which as a mangled name would be char
}
#endif

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

// A scan in place needs one barrier between reading and writing, and another between the steps.
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

// Neighbouring threads share a word, but not a byte.
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

// Four flags share a word. The first of them is read, but the last write to the word is to another flag.
template <bool kBarrier>
__device__ void first_of_four(const Word* input, Word* output, size_t n) {
  __shared__ bool large[kMaxBlock];
  const unsigned i = global_thread();
  large[threadIdx.x] = i < n && input[i] > 7;
  if (kBarrier) __syncthreads();
  if (threadIdx.x == blockDim.x - 1) output[blockIdx.x] = large[0];
}
__global__ void bug_first_of_four(const Word* input, Word* output, size_t n) {
  first_of_four<false>(input, output, n);
}
__global__ void ok_first_of_four(const Word* input, Word* output, size_t n) {
  first_of_four<true>(input, output, n);
}
HAZARD_STAGE(bug_first_of_four, 0)
HAZARD_STAGE(ok_first_of_four, 0)

// A write to a byte by the first thread of the second warp conflicts with an earlier read of that byte, even if
// other bytes of the word have been read since then.
__global__ void bug_byte_read_before(const Word*, Word* output, size_t) {
  __shared__ unsigned char bytes[4];
  if (threadIdx.x < 4) bytes[threadIdx.x] = 1;
  __syncthreads();
  Word sum = 0;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) sum = bytes[0];
    __syncwarp();
    if (threadIdx.x == 0) output[blockIdx.x] = sum + bytes[1];
  }
  if (threadIdx.x == 32) bytes[0] = 9;
}
HAZARD_STAGE(bug_byte_read_before, 0)

__global__ void bug_byte_of_written_word(const Word*, Word* output, size_t) {
  __shared__ Word word;
  void* place = &word;
  auto* bytes = static_cast<unsigned char*>(place);
  if (threadIdx.x == 0) word = 0;
  __syncthreads();
  if (threadIdx.x == 0) bytes[1] = 1;
  if (threadIdx.x == 32) bytes[2] = 2;
  if (threadIdx.x == 64) output[blockIdx.x] = static_cast<unsigned short*>(place)[0];
}
HAZARD_STAGE(bug_byte_of_written_word, 0)

// Each lane writes one half of its word while its neighbour reads the other half, and then reads the half that
// its neighbour does not write.
__global__ void ok_halves_in_turn(const Word*, Word* output, size_t n) {
  __shared__ unsigned short pair[2 * kMaxBlock];
  const unsigned tid = threadIdx.x, i = global_thread();
  pair[2 * tid] = static_cast<unsigned short>(tid);
  __syncwarp();
  pair[2 * tid + 1] = 1;
  const Word left = pair[2 * (tid ^ 1)];
  __syncwarp();
  const Word right = pair[2 * tid + 1];
  pair[2 * (tid ^ 1)] = 2;
  if (i < n) output[i] = left + right;
}
HAZARD_STAGE(ok_halves_in_turn, 0)

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

// A shuffle makes lanes wait for each other's values, but it does not order their memory accesses.
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

// --- which threads reach a barrier ---

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

__global__ void bug_uninitialised_lock(const Word*, Word* output, size_t) {
  __shared__ Word lock;
  if (threadIdx.x == 0 && atomicExch(&lock, 1u) == 0) output[blockIdx.x] = 1;
}
// An exchange whose result is not used only writes the word.
__global__ void ok_exchange_writes(const Word*, Word* output, size_t) {
  __shared__ Word last;
  __shared__ float ratio;
  if (threadIdx.x == 0) {
    atomicExch(&last, 1u);
    atomicExch_block(&ratio, 1.0f);
  }
  __syncthreads();
  if (threadIdx.x == 0) output[blockIdx.x] = last + static_cast<Word>(ratio);
}
// Warp 0 increments words that other threads set to zero afterwards.
__global__ void bug_counts_before_zero(const Word*, Word* output, size_t) {
  __shared__ Word bins[kMaxBlock];
  bins[threadIdx.x] = 0;
  atomicAdd(&bins[blockDim.x - 1 - threadIdx.x], 1u);
  __syncthreads();
  if (threadIdx.x == 0) output[blockIdx.x] = bins[0];
}
HAZARD_STAGE(bug_uninitialised_lock, 0)
HAZARD_STAGE(ok_exchange_writes, 0)
HAZARD_STAGE(bug_counts_before_zero, 0)

struct Best {  // with padding that no thread writes
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

// A launch may read everything that an earlier launch wrote.
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

// The last block to finish reads the results of all blocks.
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
  if (i < n) results[i] = input[i] + 1;  // every thread writes; the fence of thread 0 must cover all writes
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

// Each block waits for the previous one, adds, and signals the next one: the first block's writes reach the last block.
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

// --- code that the compiler turns into calls ---

__global__ void ok_memset_shared(const Word* input, Word* output, size_t n) {
  __shared__ Word histogram[32];
  if (threadIdx.x == 0) memset(histogram, 0, sizeof histogram);
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) atomicAdd(&histogram[input[i] % 32], 1u);
  __syncthreads();
  if (i < n) output[i] = histogram[threadIdx.x % 32];
}
__global__ void bug_memset_race(const Word*, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  if (threadIdx.x == 0) memset(tile, 0, blockDim.x * sizeof(Word));
  const unsigned i = global_thread();
  if (i < n) output[i] = tile[threadIdx.x];
}
__global__ void bug_memcpy_past_end(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i == n - 1) memcpy(output, input + i, n % 8 * sizeof(Word) + 8);
}
__global__ void bug_memcpy_uninitialised(const Word*, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  if (threadIdx.x > 0) tile[threadIdx.x] = 1;
  __syncthreads();
  if (global_thread() == 0) memcpy(output, tile, n % 8 * sizeof(Word) + 4);
}
HAZARD_STAGE(ok_memset_shared, 0)
HAZARD_STAGE(bug_memset_race, 0)
HAZARD_STAGE(bug_memcpy_past_end, 0)
HAZARD_STAGE(bug_memcpy_uninitialised, 0)

struct Six {
  float a, b, c, d, e, f;
};
struct Two {
  Word x, y;
};
__attribute__((noinline)) __device__ float last_of(Six s) { return s.f; }
__attribute__((noinline)) __device__ Word sum_of(Two t) { return t.x + t.y; }
template <bool kBarrier>
__device__ void by_value(const Word* input, Word* output, size_t n) {
  __shared__ Two tile[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  tile[tid] = {i < n ? input[i] : 0, tid};
  if (kBarrier) __syncthreads();
  if (i < n) output[i] = sum_of(tile[blockDim.x - 1 - tid]);
}
__global__ void bug_by_value_race(const Word* input, Word* output, size_t n) {
  by_value<false>(input, output, n);
}
__global__ void ok_by_value(const Word* input, Word* output, size_t n) { by_value<true>(input, output, n); }
__global__ void bug_by_value_past_end(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i == n - 1) output[i] = static_cast<Word>(last_of(*reinterpret_cast<const Six*>(input + i)));
}
HAZARD_STAGE(bug_by_value_race, 0)
HAZARD_STAGE(ok_by_value, 0)
HAZARD_STAGE(bug_by_value_past_end, 0)

// A word is passed to a function, in a kernel that also has vectors: only that word is read.
__attribute__((noinline)) __device__ Word twice(Word x) { return 2 * x; }
__global__ void ok_word_beside_vectors(const Word* input, Word* output, size_t n) {
  __shared__ Word words[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  uint4 v = {tid, tid, tid, tid};
  words[tid] = i < n ? input[i] : 0;
  __syncwarp();
  const Word sum = twice(tid < blockDim.x ? words[tid] : 0);
  words[tid] = sum + v.x;
  __syncthreads();
  if (i < n) output[i] = words[tid ^ 1];
}
HAZARD_STAGE(ok_word_beside_vectors, 0)

// --- the program's own variables ---

__device__ Word device_words[16];
__global__ void bug_variable_past_end(const Word*, Word* output, size_t) {
  if (global_thread() == 0) device_words[16 + gridDim.z - 1] = 1;
  output[global_thread()] = device_words[0];
}
#ifndef __CUDACC__  // nvcc sees the store and warns
__constant__ Word constant_words[16] = {1, 2, 3};
__global__ void bug_store_to_constant(const Word*, Word* output, size_t) {
  if (global_thread() == 0) const_cast<volatile Word*>(constant_words)[0] = 1;
  output[global_thread()] = constant_words[0];
}
HAZARD_STAGE(bug_store_to_constant, 0)

__global__ void bug_past_one_letter(const Word*, Word* output, size_t n) {
  if (global_thread() == 0) ::c[8 * (n != 0)] = static_cast<unsigned>(n);
  output[global_thread()] = ::c[0];
}
HAZARD_STAGE(bug_past_one_letter, 0)

__global__ void bug_launch_in_kernel(const Word*, Word* output, size_t) {
  output[global_thread()] = 1;
  if (global_thread() == 0) simt::run({});
}
HAZARD_STAGE(bug_launch_in_kernel, 0)
#endif
HAZARD_STAGE(bug_variable_past_end, 0)

// --- patterns from official examples ---

// The Programming Guide's example of __threadfence(): the last block adds up the volatile words of all blocks.
template <bool kFence>
__device__ void guide_last_block(const Word* input, volatile Word* output, size_t n, Word* count) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    Word sum = 0;
    for (size_t i = blockIdx.x * blockDim.x; i < n && i < (blockIdx.x + 1) * blockDim.x; ++i) sum += input[i];
    output[blockIdx.x] = sum;
    if (kFence) __threadfence();
    last = atomicInc(count, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    Word total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += output[b];
    output[0] = total;
    *count = 0;
  }
}
#define GUIDE_STAGE(name, fence)                                                               \
  __global__ void name(const Word* input, volatile Word* output, size_t n, Word* count) {      \
    guide_last_block<fence>(input, output, n, count);                                          \
  }                                                                                            \
  void run_##name(const MapJob<Word>& job) {                                                   \
    launch(job, name, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n, \
           state<Word>(job, "count", 1));                                                      \
  }                                                                                            \
  [[maybe_unused]] const Registration registration_##name =                                    \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);
GUIDE_STAGE(ok_guide_last_block, true)
GUIDE_STAGE(bug_guide_without_fence, false)

// The Programming Guide's replacement for a missing atomicAdd: a plain read, then compare-and-swap until it succeeds.
template <typename F>
__device__ void update(unsigned long long* word, F next) {
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, next(assumed));
  } while (assumed != old);
}
__global__ void ok_guide_compare_and_swap(const Word* input, Word* output, size_t n) {
  __shared__ unsigned long long total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) update(&total, [&](unsigned long long x) { return x + input[i]; });
  if (i < n)
    update(reinterpret_cast<unsigned long long*>(output), [&](unsigned long long x) { return x + 1; });
  __syncthreads();
  if (threadIdx.x == 0) output[2 + blockIdx.x] = static_cast<Word>(total);
}
__global__ void bug_plain_read_of_atomic(const Word*, Word* output, size_t n) {
  if (global_thread() >= n) return;
  const Word seen = output[0];
  if (seen < 1000) atomicAdd(output, 1u);
}
HAZARD_STAGE(ok_guide_compare_and_swap, 0)
HAZARD_STAGE(bug_plain_read_of_atomic, 0)

// --- blocks and lanes that wait for one another through words in global memory ---

template <bool kVolatile, bool kFence>
__device__ void grid_barrier(Word* arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (kFence) __threadfence();
    atomicAdd(arrived, 1u);
    if (kVolatile)
      while (*static_cast<volatile Word*>(arrived) < gridDim.x) {
      }
    else
      while (atomicAdd(arrived, 0u) < gridDim.x) {
      }
    if (kFence) __threadfence();
  }
  __syncthreads();
}
template <bool kVolatile, bool kFence>
__device__ void reverse_grid(const Word* input, Word* output, size_t n, Word* words) {
  const unsigned i = global_thread();
  if (i < n) words[1 + i] = input[i];
  grid_barrier<kVolatile, kFence>(words);
  if (i < n) output[i] = words[n - i];
}
#define GRID_STAGE(name, is_volatile, fence)                                     \
  __global__ void name(const Word* input, Word* output, size_t n, Word* words) { \
    reverse_grid<is_volatile, fence>(input, output, n, words);                   \
  }                                                                              \
  HAZARD_STAGE(name, 0, zeroed_words(job))
Word* zeroed_words(const MapJob<Word>& job) {
  Word* words = scratch<Word>(job, "words", job.n + 1);
  job.context.zero(words, (job.n + 1) * sizeof(Word));
  return words;
}
GRID_STAGE(ok_grid_barrier, false, true)
GRID_STAGE(ok_grid_barrier_volatile, true, true)
GRID_STAGE(bug_grid_barrier_volatile, true, false)

void run_resident_grid_barrier(const MapJob<Word>& job) {
  launch_resident(job, ok_grid_barrier, {blocks_for(job.n, job.block), job.block}, job.input, job.output,
                  job.n, zeroed_words(job));
}
[[maybe_unused]] const Registration registration_resident =
    Registration(kThisBuild, __FILE__, "test/resident_grid_barrier", "", run_resident_grid_barrier);

// A lane waits for a word that another lane of its warp writes: legal, because each lane has its own program counter.
__global__ void ok_lane_waits_for_lane(const Word* input, Word* output, size_t, Word* flags) {
  volatile Word* flag = flags + blockIdx.x;
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    output[blockIdx.x] = *flag;
  }
  if (threadIdx.x == 1) *flag = input[0] + 1;
}
HAZARD_STAGE(ok_lane_waits_for_lane, 0, zeroed_flags(job))

// The same wait for a word in shared memory: the last thread is in the same warp or in another one.
template <bool kFence, bool kWriterFirst>
__device__ void wait_in_shared(const Word* input, Word* output) {
  __shared__ volatile Word flag;
  __shared__ Word value;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == (kWriterFirst ? 0 : blockDim.x - 1)) {
    value = input[blockIdx.x];
    if (kFence) __threadfence_block();
    flag = 1;
  } else if (threadIdx.x == (kWriterFirst ? blockDim.x - 1 : 0)) {
    while (flag == 0) {
    }
    if (kFence) __threadfence_block();
    output[blockIdx.x] = value;
  }
}
__global__ void ok_waits_in_shared(const Word* input, Word* output, size_t) {
  wait_in_shared<true, false>(input, output);
}
__global__ void ok_is_waited_for_in_shared(const Word* input, Word* output, size_t) {
  wait_in_shared<true, true>(input, output);
}
__global__ void bug_waits_without_fence(const Word* input, Word* output, size_t) {
  wait_in_shared<false, true>(input, output);
}
HAZARD_STAGE(ok_waits_in_shared, 0)
HAZARD_STAGE(ok_is_waited_for_in_shared, 0)
HAZARD_STAGE(bug_waits_without_fence, 0)

__global__ void bug_waits_for_ever(const Word*, Word* output, size_t, Word* flags) {
  volatile Word* flag = flags;
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  output[blockIdx.x] = 1;
}
HAZARD_STAGE(bug_waits_for_ever, 0, zeroed_flags(job))

// Polls words that no thread changes, but stops on its own.
__global__ void ok_looks_and_ends(const Word* input, Word* output, size_t n, Word* flags) {
  volatile Word* flag = flags;
  for (unsigned k = 0; k < 300 && *flag == 0; ++k) {
  }
  if (global_thread() != 0 || n == 0) return;
  for (unsigned k = 0; k < 7000; ++k) atomicMax(flags + 1, input[k % n]);
  output[0] = flags[1];
}
HAZARD_STAGE(ok_looks_and_ends, 0, zeroed_flags(job))

// Polls for so long that only its other reads, between two polls, show that it makes progress.
__global__ void looks_for_long(const Word* input, Word* output, size_t n, Word* flags) {
  volatile Word* flag = flags;
  Word sum = 0;
  if (global_thread() == 0)
    for (unsigned k = 0; k < 300'000 && *flag == 0; ++k) sum += input[k % n];
  if (global_thread() == 0) output[0] = sum;
}
HAZARD_STAGE(looks_for_long, 0, zeroed_flags(job))

// Lane 0 polls, in lockstep with its warp, while the thread that will write the word sleeps.
__global__ void ok_writer_sleeps(const Word*, Word* output, size_t) {
  __shared__ volatile Word flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    __nanosleep(100);
    flag = 1;
  }
  if (threadIdx.x == 0)
    while (flag == 0) {
    }
  if (threadIdx.x == 0) output[blockIdx.x] = 1;
}
HAZARD_STAGE(ok_writer_sleeps, 0)

// More groups of one warp wait at the same time here than in most programs.
__global__ void ok_sixteen_groups(const Word*, Word* output, size_t n) {
  const unsigned i = global_thread();
  const unsigned mine = __match_any_sync(kAll, threadIdx.x % 16);
  const unsigned sum = __reduce_add_sync(mine, 1u);
  if (i < n) output[i] = sum;
}
HAZARD_STAGE(ok_sixteen_groups, 0)

// --- blocks that start in any order ---

// Each tile waits for the previous one.
__device__ void in_turn(const Word* input, Word* output, size_t n, Word* flags, unsigned tile, Word mark) {
  if (threadIdx.x == 0 && tile > 0) {
    while (atomicAdd(&flags[tile - 1], 0u) != mark) {
    }
    __threadfence();
  }
  __syncthreads();
  const unsigned i = tile * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + (tile > 0 ? output[i - blockDim.x] : 0);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&flags[tile], mark);
  }
}

// A block takes the tile with its own index, or the tile that its ticket names.
template <bool kTicket>
__device__ void ordered_tiles(const Word* input, Word* output, size_t n, Word* flags) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = kTicket ? atomicAdd(&flags[63], 1u) : blockIdx.x;
  __syncthreads();
  in_turn(input, output, n, flags, tile, 1);
}
__global__ void order_by_index(const Word* input, Word* output, size_t n, Word* flags) {
  ordered_tiles<false>(input, output, n, flags);
}
__global__ void order_by_ticket(const Word* input, Word* output, size_t n, Word* flags) {
  ordered_tiles<true>(input, output, n, flags);
}
HAZARD_STAGE(order_by_index, 0, zeroed_flags(job))
HAZARD_STAGE(order_by_ticket, 0, zeroed_flags(job))

// A flag from the previous run looks like a flag from this run, unless it carries the run's number.
template <bool kRunNumber>
__device__ void flagged(const Word* input, Word* output, size_t n, Word* flags, Word run) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(&flags[63], 1u) % gridDim.x;
  __syncthreads();
  in_turn(input, output, n, flags, tile, kRunNumber ? run : 1);
}
__global__ void flags_of_this_run(const Word* input, Word* output, size_t n, Word* flags, Word run) {
  flagged<true>(input, output, n, flags, run);
}
__global__ void flags_of_any_run(const Word* input, Word* output, size_t n, Word* flags, Word run) {
  flagged<false>(input, output, n, flags, run);
}
HAZARD_STAGE(flags_of_this_run, 0, state<Word>(job, "flags", 64), job.context.run_number())
HAZARD_STAGE(flags_of_any_run, 0, state<Word>(job, "flags", 64), job.context.run_number())

// All threads add to one word in compare-and-swap loops; output[1] counts their attempts.
__global__ void sum_by_swaps(const Word* input, Word* output, size_t n) {
  if (global_thread() >= n) return;
  Word seen = output[0], before, tries = 0;
  do {
    before = seen;
    seen = atomicCAS(output, before, before + input[0]);
    ++tries;
  } while (seen != before);
  atomicAdd(output + 1, tries);
}
HAZARD_STAGE(sum_by_swaps, 0)

// --- kernels that a GPU does not launch ---

__global__ void __launch_bounds__(64) bounded(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i];
}
HAZARD_STAGE(bounded, 0)

#ifndef __CUDACC__  // ptxas rejects it
__global__ void bug_much_static_shared(const Word*, Word* output, size_t n) {
  __shared__ Word many[12 * 1024], one_more[kMaxBlock];
  many[threadIdx.x] = one_more[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const unsigned i = global_thread(), other = blockDim.x - 1 - threadIdx.x;
  if (i < n) output[i] = many[other] + one_more[other];
}
HAZARD_STAGE(bug_much_static_shared, 0)
#endif
__global__ void bug_much_shared_in_all(const Word*, Word* output, size_t n) {
  __shared__ Word many[8 * 1024];
  extern __shared__ Word dynamic_words[];
  many[threadIdx.x] = dynamic_words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const unsigned i = global_thread(), other = blockDim.x - 1 - threadIdx.x;
  if (i < n) output[i] = many[other] + dynamic_words[other];
}
__global__ void ok_much_shared(const Word*, Word* output, size_t n) {
  __shared__ Word many[8 * 1024];
  extern __shared__ Word dynamic_words[];
  many[threadIdx.x] = dynamic_words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const unsigned i = global_thread(), other = blockDim.x - 1 - threadIdx.x;
  if (i < n) output[i] = many[other] + dynamic_words[other];
}
HAZARD_STAGE(bug_much_shared_in_all, 200 * 1024)
HAZARD_STAGE(ok_much_shared, 195 * 1024)

// --- advice that fixes the problem ---

__global__ void bug_plain_sum(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) *output += input[i];
}
__global__ void bug_plain_sum_shared(const Word* input, Word* output, size_t n) {
  __shared__ Word total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  const unsigned i = global_thread();
  if (i < n) total += input[i];
  __syncthreads();
  if (threadIdx.x == 0) output[blockIdx.x] = total;
}
HAZARD_STAGE(bug_plain_sum, 0)
HAZARD_STAGE(bug_plain_sum_shared, 0)

template <bool kTooFar, bool kBarrier>
__device__ void tree(const Word* input, Word* output, size_t n) {
  __shared__ Word partial[kMaxBlock + 1];
  const unsigned i = global_thread(), tid = threadIdx.x;
  partial[tid] = i < n ? input[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (kTooFar ? tid <= s : tid < s) partial[tid] += partial[tid + s];
    if (kBarrier) __syncthreads();
  }
  if (tid == 0) output[blockIdx.x] = partial[0];
}
__global__ void bug_bound(const Word* input, Word* output, size_t n) { tree<true, true>(input, output, n); }
__global__ void bug_tree_without_barrier(const Word* input, Word* output, size_t n) {
  tree<false, false>(input, output, n);
}
HAZARD_STAGE(bug_bound, 0)
HAZARD_STAGE(bug_tree_without_barrier, 0)

__global__ void bug_lock_without_fence(const Word*, Word* output, size_t n, Word* lock) {
  if (threadIdx.x % 32 != 0 || global_thread() >= n) return;
  while (atomicCAS(lock, 0u, 1u) != 0) {
  }
  output[0] = output[0] + 1;
  atomicExch(lock, 0u);
}
HAZARD_STAGE(bug_lock_without_fence, 0, zeroed_flags(job))
__global__ void ok_lock(const Word*, Word* output, size_t n, Word* lock) {
  if (threadIdx.x % 32 != 0 || global_thread() >= n) return;
  while (atomicCAS(lock, 0u, 1u) != 0) {
  }
  __threadfence();
  output[0] = output[0] + 1;
  __threadfence();
  atomicExch(lock, 0u);
}
HAZARD_STAGE(ok_lock, 0, zeroed_flags(job))

__global__ void bug_round_the_barrier(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread();
  if (threadIdx.x < 16) {
    tile[threadIdx.x] = input[0];
    __syncthreads();
    if (i < n) output[i] = tile[15 - threadIdx.x];
  } else if (i < n) {
    output[i] = threadIdx.x;
  }
}
HAZARD_STAGE(bug_round_the_barrier, 0)

__global__ void bug_index_wraps(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = input[i - 1];  // i - 1 is 2^32 - 1 in thread 0
}
HAZARD_STAGE(bug_index_wraps, 0)

// --- undefined in C++, and computed differently by a GPU ---

__global__ void bug_shift_by_32(const Word* input, Word* output, size_t n) {  // its elements are 0x01010101
  const unsigned i = global_thread();
  if (i < n) output[i] = 1u << 32 * (input[i] & 1);
}
__global__ void bug_shift_by_64(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = static_cast<Word>(uint64_t{input[i]} >> 64 * (input[i] & 1));
}
__global__ void bug_float_too_large(const Word*, Word* output, size_t n) {
  __shared__ float x[kMaxBlock];
  const unsigned i = threadIdx.x;
  x[i] = i == 7 ? 3e9f : 2e9f;
  __syncthreads();
  if (global_thread() < n) output[global_thread()] = static_cast<Word>(static_cast<int>(x[i]));
}
__global__ void bug_negative_float(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n) output[i] = static_cast<unsigned>(-1.5f * (input[i] & 1));
}
__global__ void bug_nan_to_integer(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  const double nothing = 0.0 / (input[i] - 0x01010101u);
  output[i] = static_cast<Word>(static_cast<long long>(nothing));
}
__global__ void ok_shifts(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  Word x = input[i];
  for (unsigned bit = 0; bit < 32; ++bit) x ^= input[i] >> bit | input[i] << bit;
  output[i] = x << (i & 31) | static_cast<Word>(uint64_t{x} >> 32) | 1u << (n + i) % 32;
}
__global__ void ok_conversions(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  const float x = static_cast<float>(input[i]) - 2147483648.0f;
  output[i] = static_cast<Word>(static_cast<int>(x)) + static_cast<unsigned>(-x) +
              static_cast<Word>(static_cast<long long>(-9e18)) +
              static_cast<Word>(static_cast<size_t>(1.8e19f));
}
HAZARD_STAGE(bug_shift_by_32, 0)
HAZARD_STAGE(bug_shift_by_64, 0)
HAZARD_STAGE(bug_float_too_large, 0)
HAZARD_STAGE(bug_negative_float, 0)
HAZARD_STAGE(bug_nan_to_integer, 0)
HAZARD_STAGE(ok_shifts, 0)
HAZARD_STAGE(ok_conversions, 0)

// --- past the end of a thread's own array, or of an array in a structure ---

// These warnings from g++ are correct, but the mistakes are deliberate.
#ifndef __CUDACC__
#pragma GCC diagnostic ignored "-Waggressive-loop-optimizations"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif

__global__ void bug_own_array(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  Word last[8];
  for (unsigned k = 0; k <= 8; ++k) last[k] = input[i] + k;
  Word sum = 0;
  for (unsigned k = 0; k < 8; ++k) sum += last[k];
  output[i] = sum;
}
__global__ void bug_own_array_read(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  Word seen[4] = {1, 2, 3, 4};
  seen[i % 4] = input[i];
  output[i] = seen[(input[i] & 1) + 3];
}
struct Bins {
  Word low[32], high[32];
};
__global__ void bug_array_in_structure(const Word* input, Word* output, size_t n) {
  __shared__ Bins bins;
  const unsigned t = threadIdx.x;
  if (t < 32) bins.low[t] = bins.high[t] = 0;
  __syncthreads();
  if (t == 0) bins.low[31 + (input[0] & 1)] = 7;
  __syncthreads();
  if (global_thread() < n) output[global_thread()] = bins.low[t % 32] + bins.high[t % 32];
}
__global__ void bug_array_in_device_structure(const Word* input, Word* output, size_t n) {
  const Bins* bins = reinterpret_cast<const Bins*>(input);
  if (global_thread() < n && n > 64) output[global_thread()] = bins->low[31 + (global_thread() + 1 == n)];
}
__device__ Word sum_of_four(const Word (&v)[4], unsigned count) {
  Word sum = 0;
  for (unsigned k = 0; k < count; ++k) sum += v[k];
  return sum;
}
__global__ void bug_own_array_in_function(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  Word v[4] = {input[i], 1, 2, 3};
  output[i] = sum_of_four(v, 4 + (input[i] & 1));
}
__global__ void bug_own_table(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  Word table[4][4];
  for (unsigned k = 0; k < 16; ++k) table[k / 4][k % 4] = input[i] + k;
  output[i] = table[3 + (input[i] & 1)][2];
}
// Rows are contiguous in memory: an index may continue from one row into the next.
__global__ void ok_rows_as_one(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[4][32];
  const unsigned t = threadIdx.x, i = global_thread();
  if (t < 128) tile[0][t] = i < n ? input[i] : 0;
  __syncthreads();
  Word own[2][4];
  for (unsigned k = 0; k < 8; ++k) own[0][k] = k;
  if (i < n) output[i] = tile[0][t % 128 ^ 1] + own[1][t % 4];
}
__global__ void ok_end_of_array(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  Word own[8];
  for (Word* p = own; p != &own[8]; ++p) *p = input[i];
  unsigned k = 8;
  while (k > 0 && own[k - 1] == 0) --k;
  output[i] = k < 8 && own[k] ? 1 : own[7];
}
HAZARD_STAGE(bug_own_array, 0)
HAZARD_STAGE(bug_own_array_read, 0)
HAZARD_STAGE(bug_array_in_structure, 0)
HAZARD_STAGE(bug_array_in_device_structure, 0)
HAZARD_STAGE(bug_own_array_in_function, 0)
HAZARD_STAGE(bug_own_table, 0)
HAZARD_STAGE(ok_rows_as_one, 0)
HAZARD_STAGE(ok_end_of_array, 0)

}  // namespace
