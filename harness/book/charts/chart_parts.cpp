#include "charts/chart_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "charts/svg.h"

namespace ladder::report {

double Axis::at(double value) const {
  value = std::clamp(value, low, high);
  const double part = log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return from + part * (to - from);
}

std::vector<double> powers(double low, double high, double base) {
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log(low) / std::log(base) + 1e-9)),
            last = static_cast<int>(std::ceil(std::log(high) / std::log(base) - 1e-9));
  for (int i = first; i <= last; ++i) ticks.push_back(std::pow(base, i));
  return ticks;
}

std::vector<double> linear_ticks(double high) {
  const double power = std::pow(10, std::floor(std::log10(high / 4)));
  double step = power;
  for (const double factor : {2.0, 5.0, 10.0})
    if (high / step > 6) step = power * factor;
  std::vector<double> ticks = {0};
  while (ticks.back() < high) ticks.push_back(static_cast<double>(ticks.size()) * step);
  return ticks;
}

namespace {

// Sets of numbers between 1, 2, 5 and 10 on a logarithmic axis, in order of increasing density.
struct Between {
  double from, to;
  std::vector<std::vector<double>> choices;
};
const Between kBetween[] = {
    {1, 2, {{1.5}, {1.2, 1.4, 1.6, 1.8}, {1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9}}},
    {2, 5, {{3}, {3, 4}, {2.5, 3, 3.5, 4, 4.5}}},
    {5, 10, {{7}, {6, 7, 8, 9}}}};

std::vector<double> with_room(const Between& between, double pixels_of_e, double apart) {
  std::vector<double> best;
  for (const std::vector<double>& choice : between.choices) {
    double before = between.from, least = INFINITY;
    for (const double value : choice) {
      least = std::min(least, std::log(value / before));
      before = value;
    }
    if (std::min(least, std::log(between.to / before)) * pixels_of_e >= apart) best = choice;
  }
  return best;
}

}  // namespace

LogMarks log_marks(double low, double high, double pixels) {
  constexpr double kNameApart = 19, kMarkApart = 4;
  LogMarks marks;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const auto rounded = [&](double value,
                           bool up) {  // rounds to 1, 2, 5 on a long axis, and to 1.2, 1.4, … on a short axis
    std::vector<double> round;
    for (int power = first - 1; std::pow(10, power) < high * 10; ++power)
      for (const Between& between : kBetween) {
        round.push_back(between.from * std::pow(10, power));
        if (high / low < 10)
          for (const double inside : between.choices[1]) round.push_back(inside * std::pow(10, power));
      }
    const auto above = std::lower_bound(round.begin(), round.end(), value * (up ? 1 - 1e-9 : 1 + 1e-9));
    return up ? *above : *std::prev(above);
  };
  marks.low = rounded(low, false);
  marks.high = rounded(high, true);
  const double pixels_of_e = pixels / std::log(marks.high / marks.low);
  const bool every_decade = std::log(2) * pixels_of_e < kNameApart;
  for (int power = first - 1; std::pow(10, power) <= marks.high * 1.001; ++power)
    for (const Between& between : kBetween) {
      const auto add = [&](std::vector<double>& to, double value) {
        value *= std::pow(10, power);
        if (value > marks.low * 0.999 && value < marks.high * 1.001) to.push_back(value);
      };
      add(between.from > 1 && every_decade ? marks.small : marks.named, between.from);
      const std::vector<double> named = with_room(between, pixels_of_e, kNameApart);
      for (const double value : named) add(marks.named, value);
      for (const double value : with_room(between, pixels_of_e, kMarkApart))
        if (std::find(named.begin(), named.end(), value) == named.end()) add(marks.small, value);
    }
  return marks;
}

std::string title_below(const Frame& frame, const std::string& title) {
  return svg::text((frame.left + frame.right) / 2, frame.bottom + 37, "middle soft", title);
}

std::string title_beside(const Frame& frame, const std::string& title) {
  return svg::text_upwards(frame.left - 56, (frame.top + frame.bottom) / 2, "middle soft", title);
}

void spread(std::vector<double>& at, double apart, double lowest, double highest) {
  std::vector<size_t> order(at.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return at[a] < at[b]; });
  // Labels that touch are merged into a group, which is centred on the average of their desired positions.
  struct Heap {
    double wanted = 0;  // sum of the desired positions
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
  const std::string fill = hollow ? fmt::format("paper stroke-{}", look.colour) : look.colour;
  switch (look.shape) {
    case Shape::circle:
      return svg::circle(x, y, r, fill);
    case Shape::square:
      return svg::rect(x - r, y - r, 2 * r, 2 * r, fill);
    case Shape::up:
      return svg::path(fmt::format("M{:.1f} {:.1f}l4.4 8h-8.8z", x, y - 5), fill);
    case Shape::down:
      return svg::path(fmt::format("M{:.1f} {:.1f}l4.4 -8h-8.8z", x, y + 5), fill);
    case Shape::diamond:
      return svg::path(fmt::format("M{:.1f} {:.1f}l4.8 4.8l-4.8 4.8l-4.8 -4.8z", x, y - 4.8), fill);
    case Shape::left:
      return svg::path(fmt::format("M{:.1f} {:.1f}l8 -4.4v8.8z", x - 5, y), fill);
    case Shape::right:
      return svg::path(fmt::format("M{:.1f} {:.1f}l-8 -4.4v8.8z", x + 5, y), fill);
    case Shape::star:
      return svg::path(
          fmt::format("M{:.1f} {:.1f}l1.6 4l4 1.6l-4 1.6l-1.6 4l-1.6 -4l-4 -1.6l4 -1.6z", x, y - 5.6), fill);
    case Shape::glass:
      return svg::path(fmt::format("M{:.1f} {:.1f}h8l-8 8.8h8z", x - 4, y - 4.4), fill);
    case Shape::flat:
      return svg::rect(x - 5, y - 2.2, 10, 4.4, fill);
    case Shape::tall:
      return svg::rect(x - 2.2, y - 5, 4.4, 10, fill);
    case Shape::plus:
      return svg::path(fmt::format("M{:.1f} {:.1f}h8m-4 -4v8", x - 4, y),
                       fmt::format("outline stroke-{}", look.colour));
    case Shape::cross:
      return svg::path(fmt::format("M{:.1f} {:.1f}l6 6m0 -6l-6 6", x - 3, y - 3),
                       fmt::format("outline stroke-{}", look.colour));
    case Shape::none:
      return "";
  }
  return "";
}

}  // namespace ladder::report
