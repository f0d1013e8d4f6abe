// Drawings of the actions of a kernel's lanes, made from traces (docs/trace.md). Each kind of drawing has its
// own function; several traces are drawn one below the other. All functions throw os::Error if a trace has
// nothing to show. docs/marks.md explains the purpose of each kind.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "simt/trace/block_trace.h"
#include "simt/trace/messages.h"

namespace ladder::report {

using Traces = std::vector<simt::BlockTrace>;

struct DrawingOptions {
  uint64_t step = 1;          // which request or shuffle of warp 0, counted from 1
  uint64_t count = 0;         // the number of shuffles to draw; 0: all from `step` onwards
  std::string kind = "load";  // or "store": the kind of request to draw
  std::string object = "";    // memory: the array
  uint64_t line = 0;          // memory, turns, warps: elements per line of the drawing; 0: a single line
  // For levels: the rows appear one after another, in a cycle of this many seconds; 0: a still picture.
  uint64_t moves = 0;
};

// The threads in the block that are active in each round of a tree, and the wavefronts of their requests.
std::string levels_drawing(const Traces&, const DrawingOptions&);
// One request of warp 0 to shared memory: lanes above, banks below, with the words accessed in each.
std::string banks_drawing(const Traces&, const DrawingOptions&);
// One request of warp 0 to global memory: lanes above, sectors below.
std::string sectors_drawing(const Traces&, const DrawingOptions&);
// One array over time: the elements that each thread reads and writes.
std::string memory_drawing(const Traces&, const DrawingOptions&);
// One array in the intervals between barriers: the elements that are written, then those that are read, and
// the barriers.
std::string turns_drawing(const Traces&, const DrawingOptions&);
// One array, drawn once for each interval in which it is accessed: the elements of the first warps. Takes a
// single trace.
std::string warps_drawing(const Traces&, const DrawingOptions&);
// The shuffles of warp 0: the lane from which each lane takes its value.
std::string shuffles_drawing(const Traces&, const DrawingOptions&);

// The blocks of one launch over time: when they post messages and when they wait for messages. From
// look::messages().
std::string timeline_drawing(const std::vector<simt::LaunchTrace>&, const DrawingOptions&);
// Bandwidth against bytes in flight, from results/*/latency.json.
std::string in_flight_drawing(const std::vector<data::Json>& files, const DrawingOptions&);

}  // namespace ladder::report
