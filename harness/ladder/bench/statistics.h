// Medians, quartiles and speedups with intervals. Used for every timed row.
#pragma once
#include <span>
#include <vector>

#include "bench/result.h"

namespace ladder::bench {

// The p-quantile, interpolated between the two nearest order statistics (as in numpy and R's type 7). NaN if
// empty.
double quantile(std::span<const double> samples, double p);
double median(std::span<const double> samples);

Time summarise(std::vector<double> samples);

enum class Pairing {
  paired,    // samples with the same index come from the same round, so drift affects both and cancels
  unpaired,  // taken at different times
};

// The speedup of `samples` over `base`: median(base) / median(samples), with a 95 % interval. With 6 or more
// samples, it comes from a percentile bootstrap with a fixed seed; with fewer, the median has no 95 % interval,
// so the extremes are used. The interval is never narrower than half a timer step on either side.
Ratio speedup(std::span<const double> base, std::span<const double> samples, Pairing);

}  // namespace ladder::bench
