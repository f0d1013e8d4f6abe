// What the drawings have in common: reading a trace, and the words of a picture. Used by drawing_*.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "os/error.h"
#include "charts/svg.h"

namespace report::drawing {

inline constexpr double kWidth = 800, kMargin = 14;  // as wide as a page on GitHub shows it unscaled

uint32_t lanes_of(const data::Json& step);
inline bool has_lane(uint32_t lanes, unsigned lane) { return lanes >> lane & 1; }
bool is_kind(const data::Json& step, const char* kind);  // "shared_load"
bool is_shared(const data::Json& step);                  // a request to shared memory
std::string id_of(const data::Json& trace);

// "1 wavefront", "8 wavefronts"
std::string count_of(uint64_t count, const std::string& what);

// "rise1" for 1, … "rise4" for 5 and more.
std::string rise_of(uint64_t wavefronts);
// " tight": a class for digits of 11 px that need more than `width`, in the widest of the usual fonts.
std::string tight(std::string_view digits, double width);
// A row of what the colours mean.
std::string key_of_rises(double x, double y, const std::string& idle);

// Places for the 32 lanes, or banks, of a warp. Pixels.
struct WarpColumns {
  double left, box;  // from the margin; of a column, with the gap after it

  double x(unsigned column) const { return kMargin + left + column * box; }
  double middle(unsigned column) const { return x(column) + (box - 3) / 2; }
};

// The top of a drawing of one request: the stage, which request it is, what it does in a sentence, and its lanes as
// boxes. `y` moves to the top of the boxes, which are kLaneRow high.
inline constexpr double kLaneRow = 18;
std::string request_head(const data::Json& trace, const std::string& which, const std::string& sentence,
                         uint32_t lanes, const WarpColumns& columns, double& y);

// The k-th step (from 1) of warp 0 that is of one of these kinds, in all intervals. Throws os::Error.
struct Picked {
  const data::Json* step;
  size_t interval;
};
Picked picked(const data::Json& trace, uint64_t k, const std::vector<std::string>& kinds,
              const std::string& what);

// What one step does to an array: each element that a lane touches. `value` is empty where the trace has none.
struct Access {
  size_t thread;
  uint64_t element;
  bool write;
  std::string value;
};
std::vector<Access> accesses(const data::Json& step, const std::string& object);
// "input, values": the arrays of a trace.
std::string names_of(const data::Json& trace);

}  // namespace report::drawing
