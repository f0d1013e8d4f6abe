// Operations per second, for tracks limited by arithmetic rather than by memory.
#pragma once
#include "tables/groups.h"

namespace ladder::report {

// The operations of the task (check::Work) that the row performs; 0 if its track is not known.
double operations(const bench::Result&);
// True if there are more than 16 operations per byte: on a GPU whose operations per second are ten times its
// bytes per second, arithmetic is the limit.
bool is_arithmetic(const bench::Result&);
bool is_arithmetic_group(const Group&);              // is any stage of the group in such a track?
double operations_per_second(const bench::Result&);  // 0: not timed

// Fused multiply-adds per second: multiprocessors × multiply-adds per multiprocessor and cycle × the highest
// clock; 0: not known. Each is two operations, so the peak in FLOP/s is twice this number.
struct FloatPeak {
  unsigned multiprocessors = 0;
  double per_clock = 0, hertz = 0;
  bool tensor_cores = false;
  double multiply_adds() const { return multiprocessors * per_clock * hertz; }
};
// For 32-bit floats; for a track whose inputs are bfloat16, on tensor cores.
FloatPeak float_peak(const Context&, const std::string& track);

}  // namespace ladder::report
