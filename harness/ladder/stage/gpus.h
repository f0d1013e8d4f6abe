// Several GPUs: the elements that belong to each GPU, and one value per GPU. Used by the reduce_multi and
// scan_multi tracks.
#pragma once
#include "device/shares.h"
#include "stage/elements.h"
#include "stage/launch.h"
#ifdef __CUDACC__
#include "mpi/rank.h"
#endif

namespace ladder::stage::inline STAGE_BACKEND {

// Elements are dealt to the GPUs in turn, in units of this many bytes. On the executor a unit is small, so that
// even inputs small enough to trace reach several GPUs.
#ifdef __CUDACC__
inline constexpr size_t kUnitBytes = device::kUnitBytes;
#else
inline constexpr size_t kUnitBytes = 64 * 1024;
#endif

// True if this process works on that GPU. mpirun starts one process per GPU; otherwise a single process has all
// of them.
#ifdef __CUDACC__
using mpi::here;
#else
constexpr bool here(unsigned) { return true; }
#endif

// One value per GPU. A kernel takes it as `const __grid_constant__`: otherwise every thread would make its own
// copy in memory, because the index is not known at compile time.
template <typename T>
struct PerGpu {
  T of[device::kMaxGpus];
};

// state() and scratch() in each GPU's own memory. All GPUs can read and write all of it; the pointer is null
// for a GPU that is not in this process.
template <typename T>
PerGpu<T*> of_each(const AnyJob& job, T* (*memory)(const AnyJob&, const char*, size_t), const char* name,
                   size_t count) {
  PerGpu<T*> all{};
  for (unsigned gpu = 0; gpu < job.context.gpus(); ++gpu) {
    if (!here(gpu)) continue;
    job.context.use_gpu(gpu);
    all.of[gpu] = memory(job, name, count);
  }
  job.context.use_gpu(0);
  return all;
}
template <typename T>
PerGpu<T*> state_of_each(const AnyJob& job, const char* name, size_t count) {
  return of_each<T>(job, state<T>, name, count);
}
template <typename T>
PerGpu<T*> scratch_of_each(const AnyJob& job, const char* name, size_t count) {
  const auto memory = [](const AnyJob& j, const char* called, size_t n) { return scratch<T>(j, called, n); };
  return of_each<T>(job, memory, name, count);
}

// Contiguous shares of n elements, one per GPU: share_size() for each, except that the last ones may be
// smaller. A share starts at a multiple of 256 bytes. With few elements, the last GPUs have none; an empty
// share starts at 0.
template <typename T>
size_t share_size(size_t n, unsigned gpus) {
  return device::share_bytes(n * sizeof(T), gpus) / sizeof(T);
}
struct Share {
  size_t first, count;
};
STAGE_INLINE Share share_of(size_t n, size_t share_size, unsigned gpu) {
  const size_t first = gpu * share_size;
  if (first >= n) return {0, 0};
  return {first, share_size < n - first ? share_size : n - first};
}

}  // namespace ladder::stage::inline STAGE_BACKEND
