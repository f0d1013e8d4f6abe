// launch(): one kernel launch on the backend for which this file is compiled, and the few helpers that
// launchers share. Included by every track header; a kernel file needs nothing else.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#ifdef __CUDACC__
#include <cuda_runtime.h>
#include "cuda/check.h"
#else
#include "simt/language.h"
#include "simt/launch.h"
#endif
#include "stage/registration.h"

namespace ladder::stage {

[[noreturn]] void no_version_for(unsigned block);  // throws std::invalid_argument
void* scratch_of_level(device::Context&, const char* name, int level, size_t bytes);

inline namespace STAGE_BACKEND {

struct Shape {
  dim3 grid;
  dim3 block;
  size_t dynamic_shared = 0;  // bytes
};

#ifdef __CUDACC__
// Shared memory above 48 KB needs an opt-in. Fixed-size arrays, a few KB at most, count toward the 48 KB.
template <typename... Parameters>
void allow_shared(void (*kernel)(Parameters...), size_t bytes) {
  constexpr size_t kWithoutOptIn = 40 * 1024;
  if (bytes > kWithoutOptIn)
    cuda::check(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}
#endif

// Residency: some blocks may start after others have ended (kAnyOrder), or all are resident at once (kResident).
constexpr bool kAnyOrder = false, kResident = true;

// kernel<<<shape.grid, shape.block, shape.dynamic_shared, stream>>>(arguments...), checked.
template <typename JobOf, typename... Parameters, typename... Arguments>
void launch(const JobOf& job, void (*kernel)(Parameters...), Shape shape, Arguments... arguments) {
  if (!job.context.count_launch()) return;
#ifdef __CUDACC__
  allow_shared(kernel, shape.dynamic_shared);
  kernel<<<shape.grid, shape.block, shape.dynamic_shared, static_cast<cudaStream_t>(job.context.stream)>>>(
      static_cast<Parameters>(arguments)...);
  cuda::check(cudaGetLastError());
#else
  simt::launch<kThisBuild == Build::simt_traced>(kernel, shape.grid, shape.block, shape.dynamic_shared,
                                                 kAnyOrder, static_cast<Parameters>(arguments)...);
#endif
}

// Like launch(), but for a kernel whose blocks wait for one another: a cooperative launch runs all of them at
// the same time, or fails.
template <typename JobOf, typename... Parameters, typename... Arguments>
void launch_resident(const JobOf& job, void (*kernel)(Parameters...), Shape shape, Arguments... arguments) {
  if (!job.context.count_launch()) return;
#ifdef __CUDACC__
  allow_shared(kernel, shape.dynamic_shared);
  std::tuple<Parameters...> values(static_cast<Parameters>(arguments)...);
  std::apply(
      [&](auto&... value) {
        void* pointers[] = {&value...};
        cuda::check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), shape.grid,
                                                shape.block, pointers, shape.dynamic_shared,
                                                static_cast<cudaStream_t>(job.context.stream)));
      },
      values);
#else
  simt::launch<kThisBuild == Build::simt_traced>(kernel, shape.grid, shape.block, shape.dynamic_shared,
                                                 kResident, static_cast<Parameters>(arguments)...);
#endif
}

// Launches kernel(gpu, arguments…) on every GPU of the job at the same time. Counts as one launch.
template <typename JobOf, typename... Parameters, typename... Arguments>
void launch_on_each(const JobOf& job, void (*kernel)(unsigned gpu, Parameters...), bool resident, Shape shape,
                    Arguments... arguments) {
  if (!job.context.count_launch()) return;
#ifdef __CUDACC__
  std::tuple<Parameters...> values(static_cast<Parameters>(arguments)...);
  job.context.on_each_gpu([&](unsigned gpu, void* its_stream) {
    allow_shared(kernel, shape.dynamic_shared);
    std::apply(
        [&](auto&... value) {
          void* pointers[] = {&gpu, &value...};
          const auto* function = reinterpret_cast<const void*>(kernel);
          const auto stream = static_cast<cudaStream_t>(its_stream);
          cuda::check(resident ? cudaLaunchCooperativeKernel(function, shape.grid, shape.block, pointers,
                                                             shape.dynamic_shared, stream)
                               : cudaLaunchKernel(function, shape.grid, shape.block, pointers,
                                                  shape.dynamic_shared, stream));
        },
        values);
  });
#else
  simt::launch_on_each<kThisBuild == Build::simt_traced>(job.context.gpus(), kernel, shape.grid, shape.block,
                                                         shape.dynamic_shared, resident,
                                                         static_cast<Parameters>(arguments)...);
#endif
}

// Blocks needed for n elements, at least one (so that n = 0 still writes its result).
inline unsigned blocks_for(size_t n, size_t elements_per_block) {
  const size_t blocks = (n + elements_per_block - 1) / elements_per_block;
  return blocks == 0 ? 1u : static_cast<unsigned>(blocks);
}

// Calls f with the block size as a compile-time constant: f(std::integral_constant<int, 256>{}).
// Throws std::invalid_argument for a size that is not listed.
template <typename F>
void with_block_size(unsigned block, F f) {
  switch (block) {
    case 32:
      return f(std::integral_constant<int, 32>{});
    case 64:
      return f(std::integral_constant<int, 64>{});
    case 128:
      return f(std::integral_constant<int, 128>{});
    case 256:
      return f(std::integral_constant<int, 256>{});
    case 512:
      return f(std::integral_constant<int, 512>{});
    case 1024:
      return f(std::integral_constant<int, 1024>{});
  }
  no_version_for(block);
}

inline constexpr unsigned kMaxBlock = 1024;
inline constexpr unsigned kWarpSize = 32;

// The part that the jobs of all tracks have in common.
struct AnyJob {
  explicit AnyJob(const Job& job) : context(*job.context), block(job.block), n(job.n) {}
  device::Context& context;
  unsigned block;
  size_t n;
};

// Device memory of `count` elements for this job: see Context::scratch and Context::state. `level`
// distinguishes the buffers of a recursion.
template <typename T>
T* scratch(const AnyJob& job, const char* name, size_t count, int level = 0) {
  return static_cast<T*>(scratch_of_level(job.context, name, level, count * sizeof(T)));
}
template <typename T>
T* state(const AnyJob& job, const char* name, size_t count) {
  return static_cast<T*>(job.context.state(name, count * sizeof(T)));
}

// The grid that fills the device: the number of multiprocessors times the number of resident blocks of this
// kernel on each.
template <typename... Parameters>
unsigned resident_grid(const AnyJob& job, void (*kernel)(Parameters...), unsigned block,
                       size_t dynamic_shared = 0) {
  return job.context.device().multiprocessors *
         job.context.resident_blocks(reinterpret_cast<const void*>(kernel), block, dynamic_shared);
}

}  // namespace STAGE_BACKEND
}  // namespace ladder::stage
