// Parts that the drawings share: reading a trace, and text. Used by drawing_*.cpp.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "charts/svg.h"
#include "drawings/drawings.h"
#include "os/error.h"
#include "simt/trace/block_trace.h"

namespace ladder::report::drawing {

inline constexpr double kWidth = 800,
                        kMargin = 14;  // the width at which a page on GitHub shows a picture unscaled

using simt::BlockTrace;
using simt::StepKind;
using simt::TraceInterval;
using simt::TraceStep;

// "reduce/v0, reduce/v1"
template <typename Trace>
std::string ids_of(const std::vector<Trace>& traces) {
  std::string ids;
  for (const Trace& trace : traces) ids += (ids.empty() ? "" : ", ") + trace.id;
  return ids;
}

// "1 wavefront", "8 wavefronts"
std::string count_of(uint64_t count, const std::string& what);

// "rise1" for 1, … "rise4" for 5 or more.
std::string rise_of(uint64_t wavefronts);
// " tight": a class for 11 px digits that need more than `width` in the widest usual font.
std::string tight(std::string_view digits, double width);
// A row of the legend, for the colours.
std::string key_of_rises(double x, double y, const std::string& idle);

// Positions for the 32 lanes or banks of a warp. Pixels.
struct WarpColumns {
  double left, box;  // left edge from the margin; column width including the gap

  double x(unsigned column) const { return kMargin + left + column * box; }
  double middle(unsigned column) const { return x(column) + (box - 3) / 2; }
};

// Draws the top of a drawing of one request: the stage, the request, a sentence that describes it, and its
// lanes as boxes. `y` moves to the top of the boxes, which are kLaneRow high.
inline constexpr double kLaneRow = 18;
std::string request_head(const BlockTrace& trace, const std::string& which, const std::string& sentence,
                         simt::Lanes lanes, const WarpColumns& columns, double& y);

// The k-th step (from 1) of warp 0 that has one of these kinds, over all intervals. Throws os::Error.
const TraceStep* picked(const BlockTrace& trace, uint64_t k, const std::vector<StepKind>& kinds,
                        const std::string& what);

// The value of kind=, "load" or "store". Throws os::Error.
StepKind wanted_kind(const DrawingOptions&, StepKind load, StepKind store);

// The accesses of one step to an array: each element that a lane accesses. `value` is empty if the trace has none.
struct Access {
  size_t thread;
  uint64_t element;
  bool write;
  std::string value;
};
std::vector<Access> accesses(const TraceStep& step, const std::string& object);
// "input, values": the arrays of a trace.
std::string names_of(const BlockTrace& trace);

}  // namespace ladder::report::drawing
