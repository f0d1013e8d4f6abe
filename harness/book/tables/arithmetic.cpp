#include "tables/arithmetic.h"

#include <algorithm>
#include <string>

#include "check/tasks.h"
#include "simt/machine.h"

namespace ladder::report {
namespace {

// 32-bit float operations per multiprocessor and clock: CUDA C++ Programming Guide, "Arithmetic Instructions".
double floats_per_clock(const std::string& compute_capability) {
  return compute_capability == "7.0" || compute_capability == "7.5" || compute_capability == "8.0" ? 64 : 128;
}

// Products of bfloat16 values, added in float: "NVIDIA A100 Tensor Core GPU Architecture", "NVIDIA H100 Tensor
// Core GPU Architecture" (dense matrices). 0: not known.
double bfloats_per_clock(const std::string& compute_capability) {
  return compute_capability == "8.0" ? 1024 : compute_capability == "9.0" ? 2048 : 0;
}

// Older files do not record this number; for the GPU that the executor simulates, it is known anyway. 0:
// not known.
unsigned multiprocessors(const Context& context) {
  if (context.multiprocessors) return *context.multiprocessors;
  const auto machine = simt::make_machine();
  const device::Device& known = machine->device();
  return std::string(known.name).starts_with(context.device) && !context.device.empty()
             ? known.multiprocessors
             : 0;
}

}  // namespace

double operations(const bench::Result& row) {
  for (const check::Task* task : check::tasks()) {
    const bool is_peer = std::ranges::find(task->peers, row.id) != task->peers.end();
    if (is_peer || task == check::first_of_track(row.track))
      return task->work.operations * static_cast<double>(row.n);
  }
  return 0;
}

bool is_arithmetic(const bench::Result& row) {
  return row.bytes > 0 && operations(row) > 16 * static_cast<double>(row.bytes);
}

bool is_arithmetic_group(const Group& group) {
  return std::ranges::any_of(group.stages, [](const auto* row) { return is_arithmetic(*row); });
}

double operations_per_second(const bench::Result& row) {
  return row.time ? operations(row) / row.time->median : 0;
}

FloatPeak float_peak(const Context& context, const std::string& track) {
  const check::Task* task = check::first_of_track(track);
  const bool bfloats = task != nullptr && task->inputs.front().element == check::Element::bf16;
  return {
      multiprocessors(context),
      bfloats ? bfloats_per_clock(context.compute_capability) : floats_per_clock(context.compute_capability),
      context.clocks.sm_max.value_or(0), bfloats};
}

}  // namespace ladder::report
