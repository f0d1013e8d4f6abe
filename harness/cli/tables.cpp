// ./ladder tables FILE: the tables and charts of a results file, never of a new run.
#include <cstdio>
#include <map>

#include "cli/commands.h"
#include "cli/exit.h"
#include "os/files.h"
#include "os/repository.h"
#include "report/request.h"

namespace cli {

static int tables(const Options& o) {
  using report::Format;
  const report::Request request = report::request_from(o.words);
  const std::string& svg = o.svg;
  report::refuse(request, {"picture"}, "belongs in the mark of a page; here, --svg FILE writes a chart");
  const bool only_other =
      o.md.empty() && o.tex.empty() && !(svg.empty() && o.csv.empty() && o.gbench.empty());
  if (only_other)
    report::refuse(request, {"columns", "recorded", "published"},
                   "changes a table, and none is asked for: add --md FILE or --tex FILE");
  if (request.only_chart && (svg.empty() || !only_other || !o.csv.empty() || !o.gbench.empty()))
    throw Failure("layout=none makes a chart alone: it needs --svg FILE, and no other format");
  if (only_other && !request.only_chart)
    report::refuse(request, {"layout"},
                   "changes a table, and none is asked for: add --md FILE or --tex FILE");
  for (const std::string& file : {o.csv, o.md, o.tex, o.gbench, svg})
    if (!file.empty()) os::check_writable(file);
  if (request.chart && svg.empty()) throw Failure("a chart needs a file: --svg FILE (- is standard output)");

  std::map<std::string, report::RunFile> read;
  const report::Loaded loaded =
      report::load(request, "", os::in_repository("results/published"),
                   [&](const std::string& file) -> const report::RunFile& {
                     const auto known = read.find(file);
                     return known != read.end() ? known->second
                                                : read.emplace(file, report::read_file(file)).first->second;
                   });
  if (!svg.empty()) os::write_text(svg, report::chart_of(loaded));
  for (const auto& [path, format] : {std::pair{o.csv, Format::csv},
                                     {o.md, Format::markdown},
                                     {o.tex, Format::latex},
                                     {o.gbench, Format::google_benchmark}})
    if (!path.empty()) os::write_text(path, report::text_of(loaded, format));
  if (svg.empty() && o.csv.empty() && o.md.empty() && o.tex.empty() && o.gbench.empty())
    std::fputs(report::text_of(loaded, Format::markdown).c_str(), stdout);
  return good;
}

static const Registered registered_tables{"tables", tables};

}  // namespace cli
