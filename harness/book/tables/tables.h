// Tables from a results file: one for each track, backend, n, element type and block size, or a sweep over n.
// Times from a GPU and from the executor are never in the same column, and every table states the source of
// its numbers.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tables/published.h"
#include "tables/run_file.h"
#include "tables/table.h"

namespace ladder::report {

enum class Format { text, markdown, csv, latex, google_benchmark };
enum class Layout { automatic, one_per_n, sweep };  // automatic: a sweep for at least four values of n

struct TableOptions {
  Format format = Format::text;
  Layout layout = Layout::automatic;
  bool colour = false;  // text only
  size_t width = 100;   // text only
  // Filters; "", 0 and nullopt select everything. A stage may be a glob: "v4*".
  std::string track, dtype;
  std::vector<std::string> stages;
  std::optional<bench::Backend> backend;
  std::vector<uint64_t> ns;
  unsigned block = 0, gpus = 0;
  std::vector<std::string> columns;  // column keys; empty: as many as fit
  bool peers = true;                 // peers, ceilings and references below the stages
  bool slide = false;                // for a slide: little text, in large type
  // Recorded results from a GPU, shown next to the executor's rows.
  const RunFile* recorded = nullptr;
  std::string recorded_from;         // the name of that file, for the caption
  std::vector<Published> published;  // printed after their tracks' tables
};

// All requested tables as text. CSV is one line per result with all fields in base SI units.
std::string tables(const RunFile&, const TableOptions&);
std::string printed(const std::vector<Table>&, const TableOptions&);

// The same tables before they are printed (not for CSV). On a page, a table has at most kPageColumns columns.
std::vector<Table> build_tables(const RunFile&, const TableOptions&);
// If there are several files, each row begins with the name of its file.
struct NamedFile {
  std::string name;
  const RunFile* file;
};
std::string csv(const std::vector<NamedFile>&, const TableOptions&);

// The rows in Google Benchmark's JSON format, for tools that read it (google_benchmark.cpp).
std::string google_benchmark(const RunFile&, const TableOptions&);

}  // namespace ladder::report
