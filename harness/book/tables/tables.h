// Tables from a results file: one for each track, backend, n, element type and block size, or a sweep over n.
// A GPU's times and the executor's are never in one column, and every table says where its numbers are from.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tables/published.h"
#include "tables/run_file.h"
#include "tables/table.h"

namespace report {

enum class Format { text, markdown, csv, latex, google_benchmark };
enum class Layout { automatic, one_per_n, sweep };  // automatic: a sweep from four n on

struct TableOptions {
  Format format = Format::text;
  Layout layout = Layout::automatic;
  bool colour = false;  // text only
  size_t width = 100;   // text only
  // Only these; "", 0 and nothing are all. A stage may be a glob: "v4*".
  std::string track, dtype;
  std::vector<std::string> stages;
  std::optional<bench::Backend> backend;
  std::vector<uint64_t> ns;
  unsigned block = 0, gpus = 0;
  std::vector<std::string> columns;  // their keys; none: what there is room for
  bool peers = true;                 // peers, ceilings and references below the stages
  bool slide = false;                // for a slide: few words, large letters
  // A GPU's recorded results, shown beside the executor's rows.
  const RunFile* recorded = nullptr;
  std::string recorded_from;         // its file name, for the caption
  std::vector<Published> published;  // printed after the tables of their tracks
};

// Everything asked for, ready to print. CSV is one line per result with all fields in base SI units.
std::string tables(const RunFile&, const TableOptions&);
std::string printed(const std::vector<Table>&, const TableOptions&);

// The same before printing (no CSV). On a page a table takes at most kPageColumns columns.
std::vector<Table> build_tables(const RunFile&, const TableOptions&);
// Of several files each row says first from which it is.
struct NamedFile {
  std::string name;
  const RunFile* file;
};
std::string csv(const std::vector<NamedFile>&, const TableOptions&);

// google_benchmark.cpp: as Google Benchmark writes its JSON, for the tools that read that.
std::string google_benchmark(const RunFile&, const TableOptions&);

}  // namespace report
