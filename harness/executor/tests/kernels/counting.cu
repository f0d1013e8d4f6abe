// Kernels whose warp instructions, sectors and wavefronts can be counted by hand; test_counters.cpp contains
// the counts. The stages are named test/count_…; one block writes output[i] for each of its threads.
#include "tracks/map.h"

namespace {

using Word = uint32_t;
using Byte = unsigned char;
constexpr unsigned kAll = 0xffffffffu;

#define COUNT_STAGE(name)                                                                       \
  void run_##name(const MapJob<Word>& job) {                                                    \
    launch(job, name, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n); \
  }                                                                                             \
  [[maybe_unused]] static const Registration registration_##name =                              \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);

// --- divergence: lane = threadIdx.x % 32 ---

__global__ void count_loop(const Word* input, Word* output, size_t) {
  const unsigned lane = threadIdx.x % 32;
  Word sum = 0;
  for (unsigned k = 0; k < lane; ++k) sum += input[k];  // loop body
  output[threadIdx.x] = sum;                            // after loop
}
COUNT_STAGE(count_loop)

// Reads the members of a vector one by one (a single load), and then a word.
__global__ void count_members(const Word* input, Word* output, size_t) {
  const auto* vectors = reinterpret_cast<const uint4*>(input);
  const unsigned i = threadIdx.x;
  const Word sum = vectors[i].x + vectors[i].y + vectors[i].z + vectors[i].w;
  output[i] += sum;
}
COUNT_STAGE(count_members)

__attribute__((noinline)) __device__ Word load_twice(const Word* input, unsigned i) {
  const Word a = input[i];  // in function
  return a + input[i + 1];
}
__global__ void count_called_from_both(const Word* input, Word* output, size_t) {
  const unsigned lane = threadIdx.x % 32;
  Word x;
  if (lane < 8)
    x = load_twice(input, lane);  // call from then
  else
    x = load_twice(input, lane) + 1;  // call from else
  output[threadIdx.x] = x;            // after if
}
COUNT_STAGE(count_called_from_both)

__global__ void count_continue(const Word* input, Word* output, size_t) {
  const unsigned lane = threadIdx.x % 32;
  Word sum = 0;
  for (unsigned k = 0; k < 6; ++k) {
    sum += input[k];  // every lane
    if (lane % 2 == 0) continue;
    sum += input[k + 8];  // odd lanes
  }
  output[threadIdx.x] = sum;
}
COUNT_STAGE(count_continue)

__global__ void count_nested(const Word* input, Word* output, size_t) {
  const unsigned lane = threadIdx.x % 32;
  Word sum = 0;
  for (unsigned j = 0; j <= lane / 16; ++j)  // 1 or 2 rounds
    for (unsigned k = 0; k < lane % 4; ++k)  // 0 to 3 rounds
      sum += input[j * 4 + k];               // inner body
  output[threadIdx.x] = sum;
}
COUNT_STAGE(count_nested)

__global__ void count_break(const Word* input, Word* output, size_t) {
  const unsigned lane = threadIdx.x % 32;
  Word sum = 0;
  for (unsigned k = 0; k < 10; ++k) {
    if (k == lane) break;
    sum += input[k];  // until own number
  }
  output[threadIdx.x] = sum;  // after break
}
COUNT_STAGE(count_break)

__global__ void count_early_return(const Word* input, Word* output, size_t) {
  if (threadIdx.x % 32 >= 20) return;
  const Word x = input[threadIdx.x];  // the first twenty
  output[threadIdx.x] = x;
}
COUNT_STAGE(count_early_return)

// --- banks: the element of shared memory that a lane reads ---

#define BANK_STAGE(name, T, elements, index)                   \
  __global__ void name(const Word*, Word* output, size_t) {    \
    __shared__ T tile[elements];                               \
    const unsigned tid = threadIdx.x;                          \
    if (tid == 0) /* one lane, one wavefront each */           \
      for (unsigned k = 0; k < (elements); ++k) tile[k] = T{}; \
    __syncthreads();                                           \
    const T x = tile[index];                                   \
    __syncthreads();                                           \
    tile[tid] = x;                                             \
    output[tid] = 1;                                           \
  }                                                            \
  COUNT_STAGE(name)
BANK_STAGE(count_stride_1, Word, 1024, tid * 1)
BANK_STAGE(count_stride_2, Word, 1024, tid * 2)
BANK_STAGE(count_stride_4, Word, 1024, tid * 4)
BANK_STAGE(count_stride_8, Word, 1024, tid * 8)
BANK_STAGE(count_stride_16, Word, 1024, tid * 16)
BANK_STAGE(count_stride_32, Word, 1024, tid * 32)
BANK_STAGE(count_stride_33, Word, 1056, tid * 33)
BANK_STAGE(count_padded, Word, 1056, tid * 32 + tid)
BANK_STAGE(count_broadcast, Word, 32, 7)
BANK_STAGE(count_two_words, Word, 64, tid % 2 * 32)
BANK_STAGE(count_reversed, Word, 32, 31 - tid)
BANK_STAGE(count_double, double, 32, tid)
BANK_STAGE(count_double_stride_2, double, 64, tid * 2)
BANK_STAGE(count_double_stride_16, double, 512, tid * 16)
BANK_STAGE(count_float4, float4, 32, tid)
BANK_STAGE(count_float4_stride_2, float4, 64, tid * 2)
BANK_STAGE(count_float4_broadcast, float4, 32, 3)
BANK_STAGE(count_bytes, Byte, 32, tid)
BANK_STAGE(count_bytes_stride_4, Byte, 128, tid * 4)

// --- sectors: what a lane loads from global memory ---

#define SECTOR_STAGE(name, T, index)                              \
  __global__ void name(const Word* input, Word* output, size_t) { \
    const unsigned tid = threadIdx.x;                             \
    const T x = reinterpret_cast<const T*>(input)[index];         \
    reinterpret_cast<T*>(output)[index] = x;                      \
  }                                                               \
  COUNT_STAGE(name)
SECTOR_STAGE(count_sectors_word, Word, tid)
SECTOR_STAGE(count_sectors_word_off_by_one, Word, tid + 1)
SECTOR_STAGE(count_sectors_word_stride_2, Word, tid * 2)
SECTOR_STAGE(count_sectors_word_stride_8, Word, tid * 8)
SECTOR_STAGE(count_sectors_word_stride_32, Word, tid * 32)
SECTOR_STAGE(count_sectors_reversed, Word, 31 - tid)
SECTOR_STAGE(count_sectors_double, double, tid)
SECTOR_STAGE(count_sectors_float4, float4, tid)
SECTOR_STAGE(count_sectors_float4_stride_2, float4, tid * 2)
SECTOR_STAGE(count_sectors_byte, Byte, tid)

// --- everything else ---

__global__ void count_divisions(const Word* input, Word* output, size_t n) {
  const unsigned tid = threadIdx.x, divisor = static_cast<unsigned>(n) % 64 + 3;
  Word x = input[tid] / divisor;                                             // unsigned, all lanes
  if (tid % 32 < 5) x += static_cast<Word>(-7 / static_cast<int>(tid + 1));  // signed, five lanes
  output[tid] = x + tid / 8 + tid % 8;                                       // by constants: shifts and masks
}
COUNT_STAGE(count_divisions)

__global__ void count_synchronisation(const Word* input, Word* output, size_t) {
  const unsigned tid = threadIdx.x;
  Word x = input[tid];
  __syncthreads();
  x += __syncthreads_count(x > 3);
  for (unsigned s = 16; s > 0; s /= 2) x += __shfl_down_sync(kAll, x, s);
  if (tid % 32 < 16) x += __shfl_xor_sync(0x0000ffffu, x, 1);
  x += __ballot_sync(kAll, x > 5) + __any_sync(kAll, x > 6) + __all_sync(kAll, x > 7);
  __syncwarp();
  __syncwarp();
  x += __reduce_add_sync(kAll, x);
  output[tid] = x;
}
COUNT_STAGE(count_synchronisation)

__global__ void count_atomics(const Word* input, Word* output, size_t n) {
  __shared__ Word total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, input[threadIdx.x]);
  if (threadIdx.x % 32 == 0) atomicMax(&output[n], 3u);
  __syncthreads();
  output[threadIdx.x] = total;
}
COUNT_STAGE(count_atomics)

__global__ void count_uniform(const Word* input, Word* output, size_t n) {
  __shared__ Word tile[kMaxBlock];
  const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  if (i < n) tile[tid] = input[i];
  __syncthreads();
  if (i < n) output[i] = tile[tid ^ 1] / (tid + 1);
}
COUNT_STAGE(count_uniform)

}  // namespace
