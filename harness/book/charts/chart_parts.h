// What charts are made of: axes, the numbers along them, markers. Used by chart_*.cpp.
#pragma once
#include <string>
#include <vector>

#include "tables/tables.h"

namespace report {

// Where a plot stands in its picture, in pixels. On a slide it is smaller, so that letters are larger.
struct Frame {
  double left, right, top, bottom;
};
inline constexpr Frame kPageFrame{78, 690, 62, 392}, kSlideFrame{72, 430, 52, 262};
inline const Frame& frame_of(const TableOptions& options) { return options.slide ? kSlideFrame : kPageFrame; }

struct Axis {
  double low, high;  // values; both above 0 if `log`
  double from, to;   // pixels
  bool log = false;

  double at(double value) const;  // a pixel; values outside stand at the end of the axis
};

std::vector<double> powers(double low, double high,
                           double base);        // 0.25, 0.5, 1, …: from low to high, both inside
std::vector<double> linear_ticks(double high);  // 0, 500, 1000, …: some five, the last one not below high

// A logarithmic axis of so many pixels: round numbers from its low end to its high one. As many are named as there is
// room for, and between them stand small marks.
struct LogMarks {
  std::vector<double> named, small;
  double low, high;
};
LogMarks log_marks(double low, double high, double pixels);

// What an axis shows, with its unit: below it, or along its left side.
std::string title_below(const Frame&, const std::string& title);
std::string title_beside(const Frame&, const std::string& title);

// Moves labels that are nearer to each other than `apart` until none is; keeps their order. Pixels.
void spread(std::vector<double>& at, double apart, double lowest, double highest);

// Which stages tell the story, of values in the order of the track: the first, the last, and those that gained most
// over all before them. At most `most`.
std::vector<bool> milestones(const std::vector<double>& values, size_t most);

// How a line or a point looks, in the classes of svg.h. Shapes differ too, so that colours are not needed.
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
// Of things in their order. No two have one shape; where two have one colour, one has long dashes.
inline constexpr Look kLooks[] = {
    {"blue", Shape::circle, ""},     {"orange", Shape::square, ""},    {"green", Shape::up, ""},
    {"brown", Shape::down, ""},      {"purple", Shape::diamond, ""},   {"ink", Shape::star, ""},
    {"blue", Shape::left, "long"},   {"orange", Shape::right, "long"}, {"green", Shape::glass, "long"},
    {"purple", Shape::flat, "long"}, {"brown", Shape::tall, "long"},   {"ink", Shape::plus, "long"}};

std::string marker(const Look&, double x, double y, bool hollow);

}  // namespace report
