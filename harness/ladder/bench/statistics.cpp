#include "bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <random>

namespace ladder::bench {
namespace {

constexpr size_t kFewestForBootstrap = 6;  // 1 - 2 / 2^n reaches 95 % at 6
constexpr int kResamples = 2000;
constexpr uint64_t kSeed = 20240229;
constexpr double kCoarsestTimer = 1e-6;  // seconds; CUDA events promise 0.5 us

double quantile_in_place(std::span<double> v, double p) {
  const double at = p * static_cast<double>(v.size() - 1);
  const auto below = v.begin() + static_cast<std::ptrdiff_t>(at);
  std::nth_element(v.begin(), below, v.end());
  if (below + 1 == v.end()) return *below;
  return *below + (at - std::floor(at)) * (*std::min_element(below + 1, v.end()) - *below);
}

double median_in_place(std::vector<double>& v) {
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return v.size() % 2 ? *middle : (*middle + *std::max_element(v.begin(), middle)) / 2;
}

// A coarse timer gives equal samples and an interval of width 0. Its step is estimated as the smallest
// difference between samples, which is tiny for a fine timer.
double timer_step(std::span<const double> a, std::span<const double> b) {
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end());
  double step = std::numeric_limits<double>::infinity();
  for (size_t i = 1; i < all.size(); ++i) {
    const double difference = all[i] - all[i - 1];
    if (difference > 1e-9 * all[i]) step = std::min(step, difference);
  }
  return step <= kCoarsestTimer ? step : 0;
}

struct Interval {
  double low, high;
};

// The positions, in sorted samples, of a resample's two middle elements.
struct Middle {
  uint32_t low, high;
};

// The positions depend only on the number of samples, so they are drawn once for each number.
const std::vector<Middle>& middles(size_t samples, uint64_t seed) {
  static std::mutex mutex;
  static std::map<std::pair<size_t, uint64_t>, std::vector<Middle>> drawn;
  const std::lock_guard lock(mutex);
  std::vector<Middle>& middles = drawn[{samples, seed}];
  if (!middles.empty()) return middles;
  std::mt19937_64 random(seed + samples);
  std::vector<uint32_t> places(samples);
  for (int resample = 0; resample < kResamples; ++resample) {
    for (uint32_t& place : places) place = static_cast<uint32_t>(random() % samples);
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(samples / 2);
    std::nth_element(places.begin(), middle, places.end());
    middles.push_back({samples % 2 ? *middle : *std::max_element(places.begin(), middle), *middle});
  }
  return middles;
}

// Like `bootstrap`, but for unpaired samples.
Interval bootstrap_apart(std::span<const double> base, std::span<const double> samples) {
  std::vector<double> a(base.begin(), base.end()), b(samples.begin(), samples.end());
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const std::vector<Middle>&of_a = middles(a.size(), kSeed), &of_b = middles(b.size(), kSeed + 1);
  std::vector<double> ratios(kResamples);
  for (size_t i = 0; i < ratios.size(); ++i)
    ratios[i] = (a[of_a[i].low] + a[of_a[i].high]) / (b[of_b[i].low] + b[of_b[i].high]);
  return {quantile_in_place(ratios, 0.025), quantile_in_place(ratios, 0.975)};
}

Interval bootstrap(std::span<const double> base, std::span<const double> samples) {
  std::mt19937_64 random(kSeed);
  std::vector<double> ratios(kResamples), a(base.size()), b(samples.size());
  for (double& ratio : ratios) {
    for (size_t i = 0; i < a.size(); ++i) {
      const size_t round = random() % a.size();
      a[i] = base[round];
      b[i] = samples[round];
    }
    ratio = median_in_place(a) / median_in_place(b);
  }
  return {quantile(ratios, 0.025), quantile(ratios, 0.975)};
}

Interval extremes(std::span<const double> base, std::span<const double> samples) {
  const auto [base_min, base_max] = std::minmax_element(base.begin(), base.end());
  const auto [min, max] = std::minmax_element(samples.begin(), samples.end());
  return {*base_min / *max, *base_max / *min};
}

}  // namespace

double quantile(std::span<const double> samples, double p) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> copy(samples.begin(), samples.end());
  return quantile_in_place(copy, p);
}

double median(std::span<const double> samples) { return quantile(samples, 0.5); }

Time summarise(std::vector<double> samples) {
  Time time;
  time.median = median(samples);
  time.q1 = quantile(samples, 0.25);
  time.q3 = quantile(samples, 0.75);
  time.min = quantile(samples, 0);
  time.samples = std::move(samples);
  return time;
}

Ratio speedup(std::span<const double> base, std::span<const double> samples, Pairing pairing) {
  if (base.size() != samples.size()) pairing = Pairing::unpaired;
  const double base_median = median(base), own_median = median(samples);
  const bool few = std::min(base.size(), samples.size()) < kFewestForBootstrap;
  const Interval interval = few                          ? extremes(base, samples)
                            : pairing == Pairing::paired ? bootstrap(base, samples)
                                                         : bootstrap_apart(base, samples);

  const double half_step = timer_step(base, samples) / 2;
  const double least_low = (base_median - half_step) / (own_median + half_step);
  const double least_high = (base_median + half_step) / std::max(own_median - half_step, own_median / 2);
  return {base_median / own_median, std::min(interval.low, least_low), std::max(interval.high, least_high)};
}

}  // namespace ladder::bench
