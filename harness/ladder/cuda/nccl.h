// NVIDIA's library of collectives, if this program is built with it. Its calls run on the streams of a
// context's GPUs.
#pragma once
#include <string>

#include "device/context.h"

namespace ladder::cuda {

enum class Number { f32, f64, i32, u32, i64, u64 };

::std::string why_no_nccl();  // "": available

// The sum of one value from each GPU, on every GPU.
void nccl_all_reduce(ladder::device::Context&, Number, const void* const* values, void* const* sums);
// The values of all GPUs, concatenated, on every GPU.
void nccl_all_gather(ladder::device::Context&, Number, const void* const* values, void* const* all);

}  // namespace ladder::cuda
