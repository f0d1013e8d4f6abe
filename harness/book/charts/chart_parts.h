// What charts are made of: axes, the numbers along them, markers. Used by chart_*.cpp.
#pragma once
#include <string>
#include <vector>

namespace report {

struct Axis {
  double low, high;  // values; both above 0 if `log`
  double from, to;   // pixels
  bool log = false;

  double at(double value) const;  // a pixel; values outside stand at the end of the axis
};

std::vector<double> decade_ticks(double low,
                                 double high);  // 1, 2, 5, 10, 20, …: from low to high, both inside
std::vector<double> powers(double low, double high,
                           double base);  // 0.25, 0.5, 1, …: from low to high, both inside

// Moves labels that are nearer to each other than `apart` until none is; keeps their order. Pixels.
void spread(std::vector<double>& at, double apart, double lowest, double highest);

// Which stages tell the story, of values in the order of the track: the first, the last, and those that gained most
// over all before them. At most `most`.
std::vector<bool> milestones(const std::vector<double>& values, size_t most);

// How a line or a point looks, in the classes of svg.h. Shapes differ too, so that colours are not needed.
enum class Shape { circle, square, up, diamond, down, ring, cross, none };
struct Look {
  const char* colour;
  Shape shape;
  const char* dash;  // a class, or ""
};

std::string marker(const Look&, double x, double y, bool hollow);

}  // namespace report
