// Medians, quartiles and speedups with intervals (bench/statistics.h).
#include "tests/catch.h"

#include <cmath>
#include <random>
#include <vector>

#include "bench/statistics.h"

using namespace ladder::bench;

namespace {

std::vector<double> noisy(double centre, size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(centre, 0.02 * centre);
  std::vector<double> samples(count);
  for (double& s : samples) s = noise(random);
  return samples;
}

}  // namespace

TEST_CASE("quantiles are interpolated, and do not depend on the order of the samples") {
  const std::vector<double> samples = {4, 1, 3, 2};
  CHECK(quantile(samples, 0) == 1);
  CHECK(quantile(samples, 1) == 4);
  CHECK(median(samples) == Approx(2.5));
  CHECK(quantile(samples, 0.25) == Approx(1.75));
  CHECK(quantile(samples, 0.75) == Approx(3.25));
  CHECK(median(std::vector<double>{7}) == 7);
  CHECK(std::isnan(median(std::vector<double>{})));
}

TEST_CASE("a summary keeps the raw samples in their order") {
  const Time time = summarise({5, 1, 3});
  CHECK(time.median == 3);
  CHECK(time.q1 == 2);
  CHECK(time.q3 == 4);
  CHECK(time.min == 1);
  CHECK(time.samples == std::vector<double>{5, 1, 3});
}

TEST_CASE("one slow sample changes neither the median nor the speedup") {
  std::vector<double> base(30, 2.0), own(30, 1.0);
  own[7] = 1000;
  const Ratio ratio = speedup(base, own, Pairing::unpaired);
  CHECK(ratio.value == Approx(2));
  CHECK(ratio.low == Approx(2));
  CHECK(ratio.high == Approx(2));
  CHECK(ratio.distinguishable());
}

TEST_CASE("the interval contains the true ratio about as often as it should") {
  int held = 0, told_apart_from_itself = 0;
  constexpr int kTrials = 200;
  for (unsigned trial = 0; trial < kTrials; ++trial) {
    const Ratio ratio = speedup(noisy(3, 25, 2 * trial), noisy(2, 25, 2 * trial + 1), Pairing::unpaired);
    held += ratio.low <= 1.5 && 1.5 <= ratio.high;
    told_apart_from_itself +=
        speedup(noisy(2, 25, 2 * trial), noisy(2, 25, 2 * trial + 1), Pairing::unpaired).distinguishable();
  }
  CHECK(held >= 0.90 * kTrials);
  CHECK(held < kTrials);  // an interval that always contained the ratio would be too wide
  CHECK(told_apart_from_itself <= 0.10 * kTrials);
}

TEST_CASE("a difference of 10 % is distinguished from 2 % noise") {
  const Ratio ratio = speedup(noisy(1.1, 30, 1), noisy(1.0, 30, 2), Pairing::unpaired);
  CHECK(ratio.distinguishable());
  CHECK(ratio.low > 1.05);
  CHECK(ratio.high < 1.15);
}

TEST_CASE("drift that affects both samples of a round cancels when they are paired") {
  const std::vector<double> quiet = noisy(1.0, 30, 3);
  std::vector<double> base, own;
  for (size_t round = 0; round < 30; ++round) {
    const double drift = 1 + 0.05 * static_cast<double>(round);
    base.push_back(1.03 * drift);
    own.push_back(drift * (1 + 0.05 * (quiet[round] - 1)));
  }
  CHECK(speedup(base, own, Pairing::paired).distinguishable());
  CHECK_FALSE(speedup(base, own, Pairing::unpaired).distinguishable());
}

TEST_CASE("with few samples, the interval extends to the extremes") {
  const Ratio ratio = speedup(std::vector<double>{4, 5, 6}, std::vector<double>{1, 2, 4}, Pairing::unpaired);
  CHECK(ratio.value == Approx(2.5));
  CHECK(ratio.low == Approx(1));
  CHECK(ratio.high == Approx(6));
  CHECK_FALSE(ratio.distinguishable());
}

TEST_CASE("one step of a coarse timer is not a difference") {
  constexpr double kStep = 32e-9;
  const std::vector<double> base(30, 110 * kStep);
  std::vector<double> own(30, 109 * kStep);
  const Ratio ratio = speedup(base, own, Pairing::paired);
  CHECK(ratio.value > 1);
  CHECK(ratio.low <= 1);
  CHECK_FALSE(ratio.distinguishable());
  own.assign(30, 50 * kStep);  // a difference that is not a multiple of the timer's step
  own[0] = 49 * kStep;
  CHECK(speedup(base, own, Pairing::paired).distinguishable());
}

TEST_CASE("the same samples give the same interval") {
  const auto base = noisy(2, 20, 5), own = noisy(1.9, 20, 6);
  const Ratio a = speedup(base, own, Pairing::paired), b = speedup(base, own, Pairing::paired);
  CHECK(a.low == b.low);
  CHECK(a.high == b.high);
  CHECK(a.low < a.value);
  CHECK(a.value < a.high);
}
