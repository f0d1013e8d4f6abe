// What a table mark in the docs and ./ladder tables say: which rows of which results file, and how to show them.
// Both take the same words:
//   FILE [track, stage or "all"] [n=2^20,2^25] [backend=cuda|simt|cpu] [dtype=f32] [block=256] [gpus=2] [stages=v0,v4*]
//   [columns=stage,time] [layout=sweep|per_n|none] [recorded=FILE] [published=yes|only]
//   [chart=bars|speedup|sweep|ratio|scaling|counters|roofline] [picture=FILE.svg] [form=page|slide] [peers=yes|no]
//   [theme=auto|light|dark]
// ./ladder compare and ./ladder report take those that say which rows.
// layout=none: a chart and no table. Several files, or results/*/ladder.json, set their GPUs side by side. form=slide has
// large letters, few words, and peers only if peers=yes says so.
#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "charts/chart.h"
#include "tables/tables.h"

namespace report {

struct Request {
  std::vector<std::string> files;
  bool published = false, published_only = false;
  bool only_chart = false;
  std::optional<Chart> chart;
  svg::Theme theme = svg::Theme::automatic;
  std::string picture;            // the chart's file
  std::vector<std::string> keys;  // of what was said as key=value
  TableOptions options;

  bool says(const std::string& key) const { return std::find(keys.begin(), keys.end(), key) != keys.end(); }
};

// Throws os::Error, which names the word and what is known. The first `files` words are files, and then those
// that end in .json.
Request request_from(const std::vector<std::string>& words, size_t files = 1);

// Throws os::Error, with this reason, if one of these keys was said.
void refuse(const Request&, const std::vector<std::string>& keys, const std::string& why);

// The same for all keys but those that say which rows: n, backend, dtype, block, gpus, stages.
void only_rows(const Request&, const std::string& command);

// The rows that the request means; the whole file if it means all. Throws os::Error where there are none.
RunFile rows_of(const RunFile&, const Request&, const std::string& name);

// Reads a results file once, and keeps it.
using Reader = std::function<const RunFile&(const std::string& file)>;

struct Loaded {
  Request request;
  std::vector<NamedFile> files;  // the reader's
};
// `root` is where relative names start, and `published` the folder of published figures.
Loaded load(const Request&, const std::string& root, const std::string& published, const Reader&);

// Ready to print. Throws os::Error where no row fits, and says which are there.
std::string text_of(const Loaded&, Format);
data::Json json_of(const Loaded&);     // a results file with these rows; of several files a list of such
std::string chart_of(const Loaded&);   // SVG; bars unless the request says which chart
std::string chart_alt(const Loaded&);  // what a reader is told who cannot see it

}  // namespace report
