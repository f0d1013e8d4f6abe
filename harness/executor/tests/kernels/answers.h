// For kernels that compare their results with expected values: EQUAL(found, right), CLOSE(found, right), and
// ANSWERS(kernel), which makes the kernel a stage. output[0] counts the wrong results, and the line numbers of
// the first wrong ones follow.
#pragma once
#include "tracks/map.h"

namespace {

using Word = uint32_t;
constexpr unsigned kLinesKept = 7;

__device__ inline void wrong_at(Word* output, Word line) {
  const Word n = atomicAdd(output, 1u);
  if (n < kLinesKept) output[1 + n] = line;
}
template <typename T>
__device__ bool close_to(T found, T right) {
  const T difference = found < right ? right - found : found - right, size = right < 0 ? -right : right;
  return difference <= size * T{4e-6f};
}
#define EQUAL(FOUND, RIGHT)                                \
  do {                                                     \
    if (!((FOUND) == (RIGHT))) wrong_at(output, __LINE__); \
  } while (0)
#define CLOSE(FOUND, RIGHT)                                  \
  do {                                                       \
    if (!close_to(FOUND, RIGHT)) wrong_at(output, __LINE__); \
  } while (0)

// Runs one block with the job's number of threads; the output has room for 64 words.
#define ANSWERS(name)                                                \
  void run_##name(const MapJob<Word>& job) {                         \
    job.context.zero(job.output, 64 * sizeof(Word));                 \
    launch(job, name, {1, job.block}, job.input, job.output, job.n); \
  }                                                                  \
  [[maybe_unused]] const Registration registration_##name =          \
      Registration(kThisBuild, __FILE__, "test/" #name, "", run_##name);

}  // namespace
