// A request in a table mark of the docs or in ./ladder tables: the rows, the results files, and how to show
// them. Both use the same syntax:
//   FILE [track, stage or "all"] [n=2^20,2^25] [backend=cuda|simt|cpu] [dtype=f32] [block=256] [gpus=2] [stages=v0,v4*]
//   [columns=stage,time] [layout=sweep|per_n|none] [recorded=FILE] [published=yes|only]
//   [chart=bars|speedup|sweep|ratio|scaling|counters|roofline] [picture=FILE.svg] [form=page|slide] [peers=yes|no]
//   [theme=auto|light|dark]
// ./ladder compare and ./ladder report take the options that select rows. layout=none: a chart and no table.
// For several files, or results/*/ladder.json, the GPUs are side by side. form=slide: large text, few words,
// and peers only with peers=yes.
#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "charts/chart.h"
#include "tables/tables.h"

namespace ladder::report {

struct Request {
  std::vector<std::string> files;
  bool published = false, published_only = false;
  bool only_chart = false;
  std::optional<Chart> chart;
  svg::Theme theme = svg::Theme::automatic;
  std::string picture;            // the chart's output file
  std::vector<std::string> keys;  // the keys given as key=value
  TableOptions options;

  bool says(const std::string& key) const { return std::find(keys.begin(), keys.end(), key) != keys.end(); }
};

// Throws an os::Error that names the invalid word and the valid ones. The first `files` words are files, followed
// by those that end in .json.
Request request_from(const std::vector<std::string>& words, size_t files = 1);

// Throws os::Error with this reason if one of these keys was given.
void refuse(const Request&, const std::vector<std::string>& keys, const std::string& why);

// Refuses all keys except those that select rows: n, backend, dtype, block, gpus, stages.
void only_rows(const Request&, const std::string& command);

// The selected rows; the whole file if nothing is selected. Throws os::Error if there are none.
RunFile rows_of(const RunFile&, const Request&, const std::string& name);

// Reads each results file once and keeps it.
using Reader = std::function<const RunFile&(const std::string& file)>;

struct Loaded {
  Request request;
  std::vector<NamedFile> files;  // the Reader owns these files
};
// `root` is the base of relative names, `published` the folder of published figures.
Loaded load(const Request&, const std::string& root, const std::string& published, const Reader&);

// Text that is ready to print. Throws os::Error, which lists the existing rows, if no row matches.
std::string text_of(const Loaded&, Format);
data::Json json_of(const Loaded&);     // a results file with these rows; for several files, a list of them
std::string chart_of(const Loaded&);   // SVG; bars unless the request selects a chart
std::string chart_alt(const Loaded&);  // the text alternative for readers who cannot see it

}  // namespace ladder::report
