// Kernels that crash the process or never end. test_crash.cpp runs them in a child process.
#include <cstdlib>

#include "tracks/map.h"

namespace {

using Word = uint32_t;

#define CRASH_STAGE(name)                                                                       \
  void run_##name(const MapJob<Word>& job) {                                                    \
    launch(job, name, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n); \
  }                                                                                             \
  [[maybe_unused]] static const Registration registration_##name =                              \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);

__global__ void crash_division(const Word* input, Word* output, size_t) {
  output[threadIdx.x] = 7 / input[threadIdx.x];  // by zero
}
CRASH_STAGE(crash_division)

__attribute__((noinline)) __device__ void write_far(Word* output) {
  output[(size_t{1} << 44) + threadIdx.x] = 1;  // far away
}
__global__ void crash_far_write(const Word*, Word* output, size_t) { write_far(output); }
CRASH_STAGE(crash_far_write)

// The host's frame is more than a page away on the stack.
void run_host_abort(const MapJob<Word>&) {
  volatile char local[3 * 4096] = {};
  if (local[0] == 0) std::abort();  // of the host
}
[[maybe_unused]] const Registration registration_host_abort =
    Registration(kThisBuild, __FILE__, "test/host_abort", "", run_host_abort);

// Host code, not a kernel, computes the result.
void run_host_loop(const MapJob<Word>& job) {
  for (size_t i = 0; i < job.n; ++i) job.output[i] = job.input[i];  // on the host
}
[[maybe_unused]] const Registration registration_host_loop =
    Registration(kThisBuild, __FILE__, "test/host_loop", "", run_host_loop);

__global__ void never_ends(const Word* input, Word* output, size_t) {
  volatile const Word* word = input;
  Word looks = 0;
  while (*word == 0) ++looks;  // no thread writes it
  output[0] = looks;
}
CRASH_STAGE(never_ends)

__global__ void does_little(const Word* input, Word* output, size_t) {
  output[threadIdx.x] = input[threadIdx.x];
}
void run_launches_for_ever(const MapJob<Word>& job) {
  for (bool done = false; !done;) launch(job, does_little, {1, 64}, job.input, job.output, job.n);
}
[[maybe_unused]] const Registration registration_launches_for_ever =
    Registration(kThisBuild, __FILE__, "test/launches_for_ever", "", run_launches_for_ever);

__global__ void waits_for_ever(const Word*, Word* output, size_t) {
  if (threadIdx.x == 0)
    while (atomicAdd(&output[0], 0u) == 0) __nanosleep(20);  // the answer never comes
  __syncthreads();                                           // the others wait here
}
CRASH_STAGE(waits_for_ever)

// A race followed by a crash.
__device__ void reverse_without_barrier(Word* output) {
  __shared__ Word tile[64];
  tile[threadIdx.x] = threadIdx.x;
  output[threadIdx.x] = tile[63 - threadIdx.x];
  __syncthreads();
}
__global__ void race_then_crash(const Word* input, Word* output, size_t) {
  reverse_without_barrier(output);
  output[threadIdx.x] = 7 / input[threadIdx.x];
}
__global__ void race_then_for_ever(const Word* input, Word* output, size_t) {
  reverse_without_barrier(output);
  Word x = input[threadIdx.x];
  while (x % 2 == 0) x = x * 3 + input[threadIdx.x];  // all inputs are 0
  output[threadIdx.x] = x;
}
CRASH_STAGE(race_then_crash)
CRASH_STAGE(race_then_for_ever)

}  // namespace
