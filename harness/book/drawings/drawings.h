// Drawings of what the lanes of a kernel do, made from traces (docs/trace.md).
// One function for each kind; several traces stand one under the other. All throw os::Error where a trace has
// nothing to show. docs/marks.md tells what each kind is for.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "simt/trace/block_trace.h"
#include "simt/trace/messages.h"

namespace report {

using Traces = std::vector<simt::BlockTrace>;

struct DrawingOptions {
  uint64_t step = 1;          // which request or shuffle of warp 0, from 1
  uint64_t count = 0;         // how many shuffles; 0: all that follow
  std::string kind = "load";  // or "store": which requests are meant
  std::string object = "";    // memory: the array
  uint64_t line = 0;          // memory, turns, warps: its elements in each line of the drawing; 0: one line
  uint64_t moves = 0;  // levels: the rows appear one after the other, once in so many seconds; 0: a still
};

// Which threads of the block work in each round of a tree, and what their requests to shared memory cost.
std::string levels_drawing(const Traces&, const DrawingOptions&);
// One request of warp 0 to shared memory: lanes above, banks below, the words wanted in each.
std::string banks_drawing(const Traces&, const DrawingOptions&);
// One request of warp 0 to global memory: lanes above, sectors below.
std::string sectors_drawing(const Traces&, const DrawingOptions&);
// One array over time: which thread reads and writes which element.
std::string memory_drawing(const Traces&, const DrawingOptions&);
// One array in the intervals between barriers: all that is written, then all that is read, and the barriers.
std::string turns_drawing(const Traces&, const DrawingOptions&);
// One array, drawn once for each interval in which it is touched: the elements of the first warps. Of one trace.
std::string warps_drawing(const Traces&, const DrawingOptions&);
// The shuffles of warp 0: from which lane each lane takes its value.
std::string shuffles_drawing(const Traces&, const DrawingOptions&);

// The blocks of one launch over time: who posts messages and who waits for them. From look::messages().
std::string timeline_drawing(const std::vector<simt::LaunchTrace>&, const DrawingOptions&);
// Bandwidth against bytes in flight, from results/*/latency.json.
std::string in_flight_drawing(const std::vector<data::Json>& files, const DrawingOptions&);

}  // namespace report
