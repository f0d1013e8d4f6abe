// 32-bit indices with 2^31 and 2^32 elements, for test_last_blocks.cpp.
#include "tracks/map.h"

namespace {

template <typename Index>
__device__ Index index_in_grid() {
  return static_cast<Index>(static_cast<Index>(blockIdx.x) * static_cast<Index>(blockDim.x) + threadIdx.x);
}

template <typename Index>
__global__ void map_by(const float* input, float* output, size_t n) {
  const auto i = index_in_grid<Index>();
  if (static_cast<size_t>(i) < n) output[i] = sqrtf(input[i]);
}

// Goes past the end, because the guard and the index have different sizes.
__global__ void guarded(const float* input, float* output, size_t n) {
  const auto i = index_in_grid<int>();
  if (i < static_cast<int>(n)) output[i] = sqrtf(input[i]);
}

void launch_each(const MapJob<float>& job, void (*kernel)(const float*, float*, size_t)) {
  launch(job, kernel, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}
void by_int(const MapJob<float>& job) { launch_each(job, map_by<int>); }
void by_unsigned(const MapJob<float>& job) { launch_each(job, map_by<unsigned>); }
void by_size_t(const MapJob<float>& job) { launch_each(job, map_by<size_t>); }
void by_guarded_int(const MapJob<float>& job) { launch_each(job, guarded); }

#define LARGE(name)                                                          \
  [[maybe_unused]] const ::ladder::stage::Registration registration_##name = \
      ::ladder::stage::Registration(kThisBuild, __FILE__, "test/large_" #name, "", name);
LARGE(by_int)
LARGE(by_unsigned)
LARGE(by_size_t)
LARGE(by_guarded_int)

}  // namespace
