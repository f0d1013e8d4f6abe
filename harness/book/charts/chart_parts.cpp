#include "charts/chart_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "charts/svg.h"

namespace report {

double Axis::at(double value) const {
  value = std::clamp(value, low, high);
  const double part = log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return from + part * (to - from);
}

std::vector<double> decade_ticks(double low, double high) {
  std::vector<double> ticks;
  for (int power = static_cast<int>(std::floor(std::log10(low))); ticks.empty() || ticks.back() < high;
       ++power)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tick = factor * std::pow(10, power);
      if (tick <= low) ticks.clear();  // only the last one of these is needed
      if (ticks.empty() || ticks.back() < high) ticks.push_back(tick);
    }
  return ticks;
}

std::vector<double> powers(double low, double high, double base) {
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log(low) / std::log(base) + 1e-9)),
            last = static_cast<int>(std::ceil(std::log(high) / std::log(base) - 1e-9));
  for (int i = first; i <= last; ++i) ticks.push_back(std::pow(base, i));
  return ticks;
}

void spread(std::vector<double>& at, double apart, double lowest, double highest) {
  std::vector<size_t> order(at.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return at[a] < at[b]; });
  // Labels that touch become a heap, which stands around the middle of where its labels wanted to be.
  struct Heap {
    double wanted = 0;  // sum of the middles wanted
    size_t first, count;
    double top;
  };
  std::vector<Heap> heaps;
  const auto place = [&](Heap& heap) {
    const double height = static_cast<double>(heap.count - 1) * apart;
    heap.top = std::clamp(heap.wanted / static_cast<double>(heap.count) - height / 2, lowest,
                          std::max(lowest, highest - height));
  };
  for (size_t i = 0; i < order.size(); ++i) {
    heaps.push_back({at[order[i]], i, 1, 0});
    place(heaps.back());
    while (heaps.size() > 1) {
      Heap& upper = heaps[heaps.size() - 2];
      const Heap& lower = heaps.back();
      if (upper.top + static_cast<double>(upper.count) * apart <= lower.top) break;
      upper.wanted += lower.wanted;
      upper.count += lower.count;
      heaps.pop_back();
      place(heaps.back());
    }
  }
  for (const Heap& heap : heaps)
    for (size_t i = 0; i < heap.count; ++i)
      at[order[heap.first + i]] = heap.top + static_cast<double>(i) * apart;
}

std::vector<bool> milestones(const std::vector<double>& values, size_t most) {
  constexpr double kWorthAName = 1.15;
  std::vector<bool> chosen(values.size(), false);
  if (values.empty()) return chosen;
  std::vector<std::pair<double, size_t>> gains;
  double best = values[0];
  for (size_t i = 1; i + 1 < values.size(); ++i) {
    if (values[i] > kWorthAName * best) gains.push_back({values[i] / best, i});
    best = std::max(best, values[i]);
  }
  std::sort(gains.rbegin(), gains.rend());
  gains.resize(std::min(gains.size(), most - 2));
  chosen.front() = chosen.back() = true;
  for (const auto& [gain, i] : gains) chosen[i] = true;
  return chosen;
}

std::string marker(const Look& look, double x, double y, bool hollow) {
  constexpr double r = 3.6;
  const std::string fill =
      hollow || look.shape == Shape::ring ? fmt::format("paper stroke-{}", look.colour) : look.colour;
  switch (look.shape) {
    case Shape::circle:
    case Shape::ring:
      return svg::circle(x, y, r, fill);
    case Shape::square:
      return svg::rect(x - r, y - r, 2 * r, 2 * r, fill);
    case Shape::up:
      return svg::path(fmt::format("M{:.1f} {:.1f}l4.4 8h-8.8z", x, y - 5), fill);
    case Shape::down:
      return svg::path(fmt::format("M{:.1f} {:.1f}l4.4 -8h-8.8z", x, y + 5), fill);
    case Shape::diamond:
      return svg::path(fmt::format("M{:.1f} {:.1f}l4.8 4.8l-4.8 4.8l-4.8 -4.8z", x, y - 4.8), fill);
    case Shape::cross:
      return svg::path(fmt::format("M{:.1f} {:.1f}l6 6m0 -6l-6 6", x - 3, y - 3),
                       fmt::format("outline stroke-{}", look.colour));
    case Shape::none:
      return "";
  }
  return "";
}

}  // namespace report
