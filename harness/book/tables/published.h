// Published tables (results/published/*.json): figures from articles, never measured here.
// results/published.schema.json describes the files. tables/published.cpp prints the figures next to ours.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tables/run_file.h"
#include "tables/table.h"

namespace ladder::report {

struct PublishedRow {
  std::string stage, note;
  std::optional<double> time;       // seconds
  std::optional<double> bandwidth;  // bytes per second
  uint64_t n = 0;                   // 0: the table's n
};

struct Published {
  std::string label, title, track, device;
  uint64_t n = 0;           // 0: not stated
  bool n_inferred = false;  // not stated in the article, but follows from its other figures
  unsigned block = 0;       // 0: not stated
  std::string time_unit;    // as published: "us"
  std::vector<PublishedRow> rows;
};

Published published_from(const data::Json&, const std::string& name);  // throws os::Error
std::vector<Published> read_published(
    const std::string& folder);  // all *.json, ordered by name; empty if the folder does not exist

// Published figures for `track`, next to those measured on a GPU in `ours` (nullptr: published ones only).
// The filter selects the stages, and the n of our figures. nullopt if no published table has such a stage.
struct TableOptions;
std::optional<Table> published_table(const std::vector<Published>&, const std::string& track,
                                     const RunFile* ours, const std::string& ours_from,
                                     const TableOptions& filter);

}  // namespace ladder::report
