// CUDA's language, feature by feature, as stages named test/…; test_language.cpp defines the output that each
// stage must write. Compiled like any kernel file, so that a GPU runs the same tests as the executor.
#include "tracks/map.h"

namespace {

using Word = uint32_t;
constexpr unsigned kAll = 0xffffffffu;

// Every kernel processes n words, one per thread: thread `i` of the grid writes output[i].
__device__ unsigned global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

#define TEST_STAGE(name, ...)                                                                                \
  void run_##name(const MapJob<Word>& job) {                                                                 \
    launch(job, name, {blocks_for(job.n, job.block), job.block, __VA_ARGS__}, job.input, job.output, job.n); \
  }                                                                                                          \
  [[maybe_unused]] static const Registration registration_##name =                                           \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);

__global__ void barrier_reverses(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread();
  tile[threadIdx.x] = i < n ? input[i] : 0;
  __syncthreads();
  if (i < n) output[i] = tile[blockDim.x - 1 - threadIdx.x];
}
TEST_STAGE(barrier_reverses)

__global__ void dynamic_shared_reverses(const Word* input, Word* output, size_t n) {
  extern __shared__ Word tile[];
  const unsigned i = global_thread();
  tile[threadIdx.x] = i < n ? input[i] : 0;
  __syncthreads();
  if (i < n) output[i] = tile[blockDim.x - 1 - threadIdx.x];
}
TEST_STAGE(dynamic_shared_reverses, job.block * sizeof(Word))

__global__ void much_dynamic_shared(const Word* input, Word* output, size_t n) {
  extern __shared__ Word tile[];
  const unsigned i = global_thread(), last = 220 * 1024 / sizeof(Word) - 1;
  tile[last - threadIdx.x] = i < n ? input[i] : 0;
  __syncthreads();
  if (i < n) output[i] = tile[last - (threadIdx.x ^ 1u)];
}
TEST_STAGE(much_dynamic_shared, 220 * 1024)

__global__ void barrier_in_loop(const Word* input, Word* output, size_t n) {
  __shared__ Word ring[2][kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  ring[0][tid] = i < n ? input[i] : 0;
  __syncthreads();
  for (unsigned step = 0; step < 5; ++step) {  // every value moves by one place
    ring[(step + 1) % 2][tid] = ring[step % 2][(tid + blockDim.x - 1) % blockDim.x];
    __syncthreads();
  }
  if (i < n) output[i] = ring[1][tid];
}
TEST_STAGE(barrier_in_loop)

__global__ void barrier_counts(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  const Word x = i < n ? input[i] : 0;
  const int odd = __syncthreads_count(x & 1), all = __syncthreads_and(x < 1000),
            any = __syncthreads_or(x == 7);
  if (i < n) output[i] = static_cast<Word>(odd) * 4 + (all ? 2 : 0) + (any ? 1 : 0);
}
TEST_STAGE(barrier_counts)

__global__ void shuffles(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  const Word x = i < n ? input[i] : 0;
  Word sum = __shfl_sync(kAll, x, 5);
  sum = sum * 31 + __shfl_sync(kAll, x, 3, 8);
  sum = sum * 31 + __shfl_up_sync(kAll, x, 2);
  sum = sum * 31 + __shfl_up_sync(kAll, x, 3, 16);
  sum = sum * 31 + __shfl_down_sync(kAll, x, 1);
  sum = sum * 31 + __shfl_down_sync(kAll, x, 7, 8);
  sum = sum * 31 + __shfl_xor_sync(kAll, x, 16);
  sum = sum * 31 + __shfl_xor_sync(kAll, x, 4, 4);
  if (i < n) output[i] = sum;
}
TEST_STAGE(shuffles)

__global__ void wide_shuffle(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  const double x = i < n ? input[i] * 0.5 : 0;
  const unsigned long long y = (i < n ? input[i] : 0) * 0x100000001ull;
  const double dx = __shfl_xor_sync(kAll, x, 1);
  const unsigned long long dy = __shfl_down_sync(kAll, y, 1);
  if (i < n) output[i] = static_cast<Word>(dx * 2) + static_cast<Word>(dy >> 32);
}
TEST_STAGE(wide_shuffle)

__global__ void votes(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  const Word x = i < n ? input[i] : 0;
  Word result = __ballot_sync(kAll, x & 1);
  result = result * 2 + (__any_sync(kAll, x == 7) ? 1 : 0);
  result = result * 2 + (__all_sync(kAll, x < 1000) ? 1 : 0);
  if (i < n) output[i] = result + __popc(result) + __ffs(static_cast<int>(x)) + __clz(static_cast<int>(x));
}
TEST_STAGE(votes)

__global__ void warp_reductions(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  const Word x = i < n ? input[i] : 0;
  const int s = static_cast<int>(x) - 500;
  Word result = __reduce_add_sync(kAll, x);
  result = result * 31 + __reduce_max_sync(kAll, x) + __reduce_min_sync(kAll, x);
  result = result * 31 + static_cast<Word>(__reduce_max_sync(kAll, s) + __reduce_min_sync(kAll, s));
  result =
      result * 31 + (__reduce_and_sync(kAll, x) ^ __reduce_or_sync(kAll, x) ^ __reduce_xor_sync(kAll, x));
  if (i < n) output[i] = result;
}
TEST_STAGE(warp_reductions)

// The two halves of a warp execute different code, each under its own mask.
__global__ void half_warps(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x, lane = tid % 32;
  Word x = i < n ? input[i] : 0;
  if (lane < 16) {
    x += __shfl_xor_sync(0x0000ffffu, x, 1);
    tile[tid] = x;
    __syncwarp(0x0000ffffu);
    x = tile[tid ^ 2u];
  } else {
    x = __reduce_add_sync(0xffff0000u, x);
  }
  if (i < n) output[i] = x;
}
TEST_STAGE(half_warps)

__global__ void vector_loads(const Word* input, Word* output, size_t n) {
  __shared__ uint4 tile[kMaxBlock];
  const unsigned i = global_thread();
  if (i < n / 4) tile[threadIdx.x] = reinterpret_cast<const uint4*>(input)[i];
  __syncthreads();
  if (i < n / 4) {
    const uint4 v = tile[threadIdx.x];
    reinterpret_cast<uint4*>(output)[i] = make_uint4(v.w, v.z, v.y, v.x);
  }
  if (i >= n / 4 * 4 && i < n) output[i] = input[i];
}
TEST_STAGE(vector_loads)

__global__ void shared_atomics(const Word* input, Word* output, size_t n) {
  __shared__ Word histogram[16];
  const unsigned i = global_thread();
  if (threadIdx.x < 16) histogram[threadIdx.x] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&histogram[input[i] % 16], 1u);
  __syncthreads();
  if (i < n) output[i] = histogram[threadIdx.x % 16];
}
TEST_STAGE(shared_atomics)

// output[0..7] are each updated by one kind of atomic (they start at 0).
__global__ void global_atomics(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i >= n) return;
  const Word x = input[i];
  atomicAdd(&output[0], x);
  atomicMax(&output[1], x);
  atomicMin(&output[2], 0u - x);
  atomicInc(&output[3], 9);
  atomicOr(&output[4], x);
  atomicXor(&output[5], x);
  atomicAdd(reinterpret_cast<int*>(&output[6]), -static_cast<int>(x));
  Word seen = 0, expected;
  do {
    expected = seen;
    seen = atomicCAS(&output[7], expected, expected + x);
  } while (seen != expected);
}
void run_global_atomics(const MapJob<Word>& job) {
  job.context.zero(job.output, 8 * sizeof(Word));
  launch(job, global_atomics, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}
const Registration registration_global_atomics =
    Registration(kThisBuild, __FILE__, "test/global_atomics", "", run_global_atomics);

// Writes every index of a three-dimensional launch as one number.
__global__ void indices(const Word*, Word* output, size_t n) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  if (i < n)
    output[i] = ((((blockIdx.x * 8 + blockIdx.y) * 8 + blockIdx.z) * 8 + threadIdx.x) * 8 + threadIdx.y) * 8 +
                threadIdx.z;
}
void run_indices(const MapJob<Word>& job) {  // needs n = 3·4·5 · 2·3·4
  launch(job, indices, {dim3(3, 4, 5), dim3(2, 3, 4)}, job.input, job.output, job.n);
}
const Registration registration_indices = Registration(kThisBuild, __FILE__, "test/indices", "", run_indices);

// Lanes leave the loop at different times, and some skip an iteration; afterwards all reconverge.
__global__ void divergent_loop(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  const Word x = i < n ? input[i] : 0;
  Word sum = 0;
  for (Word k = 0; k < x % 40; ++k) {
    if (k % 3 == 1) continue;
    if (sum > 300) break;
    sum += k;
  }
  sum += __shfl_xor_sync(kAll, sum, 1);
  if (i < n) output[i] = sum;
}
TEST_STAGE(divergent_loop)

// Block b waits for block b + 1, so all blocks must be resident at the same time, as on a GPU with room for them.
__global__ void waits_for_next_block(const Word* input, Word* output, Word* flags, size_t n) {
  const unsigned i = global_thread();
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 < gridDim.x)
      while (atomicCAS(&flags[blockIdx.x + 1], 2u, 2u) != 1u) __nanosleep(20);
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1u);
  }
  __syncthreads();
  if (i < n) output[i] = input[i] + 1;
}
void run_waits_for_next_block(const MapJob<Word>& job) {
  const unsigned grid = blocks_for(job.n, job.block);
  Word* flags = scratch<Word>(job, "flags", grid);
  job.context.zero(flags, grid * sizeof(Word));
  launch(job, waits_for_next_block, {grid, job.block}, job.input, job.output, flags, job.n);
}
const Registration registration_waits =
    Registration(kThisBuild, __FILE__, "test/waits_for_next_block", "", run_waits_for_next_block);

// The same wait, with a plain read of a volatile word, which is not a function call.
__global__ void looks_at_next_block(const Word* input, Word* output, Word* flags, size_t n) {
  const unsigned i = global_thread();
  if (threadIdx.x == 0) {
    volatile Word* mine = flags + blockIdx.x;
    volatile Word* next = mine + 1;
    if (blockIdx.x + 1 < gridDim.x)
      while (*next == 0) {
      }
    __threadfence();
    *mine = 1;
  }
  __syncthreads();
  if (i < n) output[i] = input[i] + 1;
}
void run_looks_at_next_block(const MapJob<Word>& job) {
  const unsigned grid = blocks_for(job.n, job.block);
  Word* flags = scratch<Word>(job, "flags", grid);
  job.context.zero(flags, grid * sizeof(Word));
  launch(job, looks_at_next_block, {grid, job.block}, job.input, job.output, flags, job.n);
}
const Registration registration_looks =
    Registration(kThisBuild, __FILE__, "test/looks_at_next_block", "", run_looks_at_next_block);

// A lane waits for another lane of its own warp.
__global__ void looks_at_next_lane(const Word* input, Word* output, size_t n) {
  __shared__ Word flags[kMaxBlock];
  const unsigned i = global_thread(), tid = threadIdx.x;
  flags[tid] = 0;
  __syncthreads();
  volatile Word* flag = flags;
  if (tid % 32 == 0)
    while (flag[tid + 1] == 0) {
    }
  if (tid % 32 == 1) flag[tid] = 1;
  if (i < n) output[i] = input[i] + 1;
}
TEST_STAGE(looks_at_next_lane)

// Uses 300 KB of local memory in each thread.
__device__ Word deep(Word x, unsigned depth) {
  volatile Word room[1024];
  room[x % 1024] = x;
  return depth == 0 ? room[x % 1024] : deep(x + 1, depth - 1) + room[x % 1024] - x;
}
__global__ void much_local_memory(const Word* input, Word* output, size_t n) {
  const unsigned i = global_thread();
  if (i < n && i < 32) output[i] = deep(input[i], 70);
}
TEST_STAGE(much_local_memory)

// The tree of an exclusive scan. For an empty block, which never occurs, g++ computes 2^32 - 1 as the last index.
__global__ void last_of_a_tree(const Word* input, Word* output, size_t n) {
  __shared__ Word partial[2 * kMaxBlock];
  const unsigned tid = threadIdx.x;
  partial[tid] = tid < n ? input[tid] : 0;
  partial[tid + blockDim.x] = 1;
  __syncthreads();
  for (unsigned stride = 1, pairs = blockDim.x; pairs > 0; stride *= 2, pairs /= 2) {
    const unsigned left = (2 * tid + 1) * stride - 1;
    const unsigned right = (2 * tid + 2) * stride - 1;
    if (tid < pairs) partial[right] += partial[left];
    __syncthreads();
  }
  if (tid == 0) {
    output[0] = partial[2 * blockDim.x - 1];
    partial[2 * blockDim.x - 1] = 0;
  }
}
TEST_STAGE(last_of_a_tree)

__global__ void numbers_of_a_gpu(const Word*, Word* output, size_t n) {
  const unsigned i = global_thread();
  const float nan = NAN, x = static_cast<float>(i);
  Word arch = 0;
#if __CUDA_ARCH__ >= 700
  arch = 1;
#endif
  if (i < n)
    output[i] = static_cast<Word>(max(nan, x)) + static_cast<Word>(max(x, nan)) +
                static_cast<Word>(min(nan, x)) + static_cast<Word>(min(x, nan)) + arch;
}
TEST_STAGE(numbers_of_a_gpu)

// Lane 0 waits at a barrier that the other lanes never reach.
__global__ void deadlock(const Word*, Word* output, size_t) {
  if (threadIdx.x == 0)
    output[0] = __shfl_sync(kAll, 1u, 1);
  else
    __syncthreads();
}
TEST_STAGE(deadlock)

}  // namespace
