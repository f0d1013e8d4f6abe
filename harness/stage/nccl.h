// NCCL: the library's collectives among the GPUs of a job, enqueued on each GPU's own stream. A stage that calls
// them says .needs_nccl(); where the program was built without NCCL, and on the executor, it is skipped.
#pragma once
#include "stage/gpus.h"

namespace cuda {

// The sum of one value of each GPU, on every GPU.
void nccl_all_reduce(device::Context&, stage::DType, const void* const* values, void* const* sums);
// The values of all GPUs, one after the other, on every GPU.
void nccl_all_gather(device::Context&, stage::DType, const void* const* values, void* const* all);

}  // namespace cuda

namespace stage::inline STAGE_BACKEND {

template <typename T>
void all_reduce(const AnyJob& job, const PerGpu<T*>& values, const PerGpu<T*>& sums) {
  cuda::nccl_all_reduce(job.context, dtype_of<T>(), reinterpret_cast<const void* const*>(values.of),
                        reinterpret_cast<void* const*>(sums.of));
}
template <typename T>
void all_gather(const AnyJob& job, const PerGpu<T*>& values, const PerGpu<T*>& all) {
  cuda::nccl_all_gather(job.context, dtype_of<T>(), reinterpret_cast<const void* const*>(values.of),
                        reinterpret_cast<void* const*>(all.of));
}

}  // namespace stage::inline STAGE_BACKEND
