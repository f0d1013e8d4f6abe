// The context of the mark writers: the page, the repository, the recorded files and traces.
#pragma once
#include <compare>
#include <map>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "tables/run_file.h"
#include "simt/trace/block_trace.h"
#include "simt/trace/messages.h"
#include "stage/registry.h"

namespace ladder::pages {

struct Arguments;  // pages/marks.h

inline constexpr const char* kCounters = "results/counters.json";  // recorded, for every stage

// One thread block of a stage, or all blocks of one launch. Empty or 0 means the default of ./ladder trace.
struct TraceWanted {
  std::string id;
  uint64_t n = 0;
  unsigned block = 0;
  uint64_t block_index = 0, launch = 1;
  std::string dtype, input;
  auto operator<=>(const TraceWanted&) const = default;
};

class Desk {
 public:
  explicit Desk(std::string root) : root_(std::move(root)) {}

  std::string page;                             // the page being written: "docs/reduce/v2.md"
  std::map<std::string, std::string> pictures;  // file in the repository → SVG

  const std::string& root() const { return root_; }
  std::string in_root(const std::string& file) const;
  bool exists(const std::string& file) const;

  // Each file is read once. These functions throw os::Error.
  const report::RunFile& results(const std::string& file);  // "results/h200/ladder.json"
  const data::Json& json(const std::string& file);

  // Each stage is run once. These functions throw os::Error.
  const simt::BlockTrace& trace(const TraceWanted&);
  const simt::LaunchTrace& messages(const TraceWanted&);

  // The folders in results/ that contain a ladder.json, in alphabetical order: "h100", "h200".
  std::vector<std::string> gpus(const std::string& with = "ladder.json") const;

  // "../../kernels/reduce/00_v0_modulo.cu", relative to the page.
  std::string path_from_page(const std::string& file) const;

 private:
  std::string root_;
  std::map<std::string, report::RunFile> results_;
  std::map<std::string, data::Json> json_;
  std::map<TraceWanted, simt::BlockTrace> traces_;
  std::map<TraceWanted, simt::LaunchTrace> messages_;
};

// Finds a stage by its exact id. Throws os::Error, which lists the closest names.
const stage::Stage& stage_named(const std::string& id);
// This stage's row in results/counters.json. Throws os::Error.
const bench::Result& counted_row(Desk&, const std::string& id, const Arguments&);  // for `sizes=`, if given
// The named stage and the stage that it changes; or, if two stages are named, those two.
struct Pair {
  const stage::Stage *before, *after;
};
Pair pair_named(const std::vector<std::string>& ids, const std::string& mark);

}  // namespace ladder::pages
