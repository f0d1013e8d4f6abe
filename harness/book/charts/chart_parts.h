// The parts of a chart: axes, the numbers along them, markers. Used by chart_*.cpp.
#pragma once
#include <string>
#include <vector>

#include "tables/tables.h"

namespace ladder::report {

// A plot's position in its picture, in pixels. On a slide the plot is smaller, so that text is larger.
struct Frame {
  double left, right, top, bottom;
};
inline constexpr Frame kPageFrame{78, 690, 62, 392}, kSlideFrame{72, 430, 52, 262};
inline const Frame& frame_of(const TableOptions& options) { return options.slide ? kSlideFrame : kPageFrame; }

struct Axis {
  double low, high;  // values; if `log`, both are above 0
  double from, to;   // pixels
  bool log = false;

  double at(double value) const;  // in pixels; out-of-range values are placed at the end of the axis
};

std::vector<double> powers(double low, double high,
                           double base);        // 0.25, 0.5, 1, …: from low to high, both in range
std::vector<double> linear_ticks(double high);  // 0, 500, 1000, …: about five, the last one at least `high`

// A logarithmic axis of this many pixels: round numbers from its low end to its high end. As many of them are
// labelled as fit, with small marks in between.
struct LogMarks {
  std::vector<double> named, small;
  double low, high;
};
LogMarks log_marks(double low, double high, double pixels);

// The title of an axis, with its unit: below it or along its left side.
std::string title_below(const Frame&, const std::string& title);
std::string title_beside(const Frame&, const std::string& title);

// Moves labels without changing their order until no two are closer together than `apart` pixels.
void spread(std::vector<double>& at, double apart, double lowest, double highest);

// The stages to label, from values in track order: the first, the last, and those that gained most over all
// stages before them. At most `most`.
std::vector<bool> milestones(const std::vector<double>& values, size_t most);

// The style of a line or point, in the classes of svg.h. Shapes differ too, so that colours are not needed.
enum class Shape {
  circle,
  square,
  up,
  diamond,
  down,
  star,
  left,
  right,
  glass,
  flat,
  tall,
  plus,
  cross,
  none
};
struct Look {
  const char* colour;
  Shape shape;
  const char* dash;  // a class, or ""
};
// The styles of consecutive items. No two have the same shape; of two with the same colour, one has long
// dashes.
inline constexpr Look kLooks[] = {
    {"blue", Shape::circle, ""},     {"orange", Shape::square, ""},    {"green", Shape::up, ""},
    {"brown", Shape::down, ""},      {"purple", Shape::diamond, ""},   {"ink", Shape::star, ""},
    {"blue", Shape::left, "long"},   {"orange", Shape::right, "long"}, {"green", Shape::glass, "long"},
    {"purple", Shape::flat, "long"}, {"brown", Shape::tall, "long"},   {"ink", Shape::plus, "long"}};

std::string marker(const Look&, double x, double y, bool hollow);

}  // namespace ladder::report
