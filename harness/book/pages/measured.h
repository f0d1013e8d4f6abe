// Measurements on one or several GPUs under the names used in marks: h200.us, h100.vs_previous,
// h200-x2.vs_one_gpu; from a single file: h200-x4/processes.us.
#pragma once
#include <cstdint>
#include <string>

#include "pages/desk.h"
#include "pages/marks.h"

namespace ladder::pages {

inline constexpr uint64_t kMeasuredN = uint64_t{1} << 28;  // used if a mark has no n=

// The row of a stage ("reduce/v2"), peer or ceiling ("peer/cub_scan@scan") at this n, from
// results/GPU/ladder.json or, if that has no such row, from sweep.json or several.json; for GPU
// "h200-x4/processes", from that file. dtype=, block=, gpus= and scan= select one of several rows.
// Throws os::Error.
const bench::Result& measured_row(Desk&, const std::string& gpu, const std::string& id, const Arguments&);

// The row of another id measured in the same run as this one, at the same n; nullptr if there is none.
const bench::Result* measured_beside(Desk&, const std::string& gpu, const bench::Result&,
                                     const std::string& id);

bool is_measured_name(const std::string&);  // "h200.us"

struct Quantity {
  std::string gpu;   // "h200", or "h200-x4/processes"
  std::string name;  // "us"
};
Quantity quantity_from(Desk&, const std::string& text);  // throws os::Error with the possible names

// The smallest n such that, at this n and at every larger measured n, the number of GPUs given by gpus= was
// faster than one GPU: "2^24". Throws os::Error.
std::string pays_from(Desk&, const std::string& gpu, const std::string& id, const Arguments&);

const bench::Ratio& ratio_of(const bench::Result&,
                             const std::string& name);           // throws os::Error if it has none
double value_of(const bench::Result&, const std::string& name);  // throws os::Error if it has none
std::string text_of(const bench::Result&,
                    const std::string& name);  // the number as it appears in the tables, without its unit

}  // namespace ladder::pages
