// NCCL: the library's collectives among the GPUs of a job, enqueued on each GPU's own stream. A stage that
// calls them declares .needs_nccl(); it is skipped in a program built without NCCL, and on the executor.
#pragma once
#include "cuda/nccl.h"
#include "stage/gpus.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
constexpr cuda::Number number_of() {
  if constexpr (std::is_same_v<T, float>) return cuda::Number::f32;
  if constexpr (std::is_same_v<T, int32_t>) return cuda::Number::i32;
  if constexpr (std::is_same_v<T, uint32_t>) return cuda::Number::u32;
  if constexpr (std::is_same_v<T, uint64_t>) return cuda::Number::u64;
}

// The sum of one value from each GPU, on every GPU.
template <typename T>
void all_reduce(const AnyJob& job, const PerGpu<T*>& values, const PerGpu<T*>& sums) {
  cuda::nccl_all_reduce(job.context, number_of<T>(), reinterpret_cast<const void* const*>(values.of),
                        reinterpret_cast<void* const*>(sums.of));
}

// The values of all GPUs, concatenated, on every GPU.
template <typename T>
void all_gather(const AnyJob& job, const PerGpu<T*>& values, const PerGpu<T*>& all) {
  cuda::nccl_all_gather(job.context, number_of<T>(), reinterpret_cast<const void* const*>(values.of),
                        reinterpret_cast<void* const*>(all.of));
}

}  // namespace ladder::stage::inline STAGE_BACKEND
