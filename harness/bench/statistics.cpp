#include "bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace bench {
namespace {

constexpr size_t kFewestForBootstrap = 6;  // 1 - 2 / 2^n reaches 95 % at 6
constexpr int kResamples = 2000;
constexpr uint64_t kSeed = 20240229;
constexpr double kCoarsestTimer = 1e-6;  // seconds; CUDA events promise 0.5 us

double median_in_place(std::vector<double>& v) {
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return v.size() % 2 ? *middle : (*middle + *std::max_element(v.begin(), middle)) / 2;
}

// A coarse timer gives equal samples, and an interval of width 0. Its step is the smallest difference seen:
// next to nothing for a fine timer.
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

Interval bootstrap(std::span<const double> base, std::span<const double> samples, Pairing pairing) {
  std::mt19937_64 random(kSeed);
  std::vector<double> ratios(kResamples), a(base.size()), b(samples.size());
  for (double& ratio : ratios) {
    if (pairing == Pairing::paired) {
      for (size_t i = 0; i < a.size(); ++i) {
        const size_t round = random() % a.size();
        a[i] = base[round];
        b[i] = samples[round];
      }
    } else {
      for (double& x : a) x = base[random() % base.size()];
      for (double& x : b) x = samples[random() % samples.size()];
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
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const double at = p * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
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
  const Interval interval = few ? extremes(base, samples) : bootstrap(base, samples, pairing);

  const double half_step = timer_step(base, samples) / 2;
  const double least_low = (base_median - half_step) / (own_median + half_step);
  const double least_high = (base_median + half_step) / std::max(own_median - half_step, own_median / 2);
  return {base_median / own_median, std::min(interval.low, least_low), std::max(interval.high, least_high)};
}

}  // namespace bench
