// ./ladder compare A B: the changes between two results files.
#include "tables/compare.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "os/files.h"
#include "report/request.h"

namespace ladder::cli {

static int compare(const Options& o) {
  constexpr double kWorthTelling = 0.05;  // without --fail-above
  for (const std::string& file : {o.json, o.csv, o.md, o.tex})
    if (!file.empty()) os::check_writable(file);
  const report::Request request = report::request_from(o.words, 2);
  const std::vector<std::string>& files = request.files;
  report::only_rows(request, "compare");
  if (files.size() != 2)
    throw Failure(fmt::format("compare takes two results files, the old one and the new one, but {} {} given",
                              files.size(), files.size() == 1 ? "was" : "were"));
  const report::RunFile a = report::rows_of(report::read_file(files[0]), request, files[0]),
                        b = report::rows_of(report::read_file(files[1]), request, files[1]);
  const report::Comparison comparison = o.fail_above < 0
                                            ? report::compare(a, b, kWorthTelling)
                                            : report::compare(a, b, o.fail_above, report::Missing::counts);

  if (comparison.matched == 0)
    throw Failure(
        fmt::format("{} and {} have no row in common: rows match by id, backend, n, dtype, block and scan",
                    files[0], files[1]));
  for (const std::string& warning : comparison.warnings) fmt::print(stderr, "ladder: {}\n", warning);

  const report::Table table = report::comparison_table(comparison, files[0], files[1]);
  if (!o.json.empty())
    os::write_text(o.json,
                   data::dump_json(data::compacted(report::comparison_json(comparison, files[0], files[1]))));
  if (!o.csv.empty()) os::write_text(o.csv, report::comparison_csv(comparison));
  if (!o.md.empty()) os::write_text(o.md, report::as_markdown(table));
  if (!o.tex.empty()) os::write_text(o.tex, report::as_latex(table));
  if (!o.quiet && !o.writes_to_stdout())
    std::fputs(report::as_text(table, table_columns(), colour_wanted(o.no_color)).c_str(), stdout);
  if (!o.writes_to_stdout())
    for (const report::RowChange& row : comparison.rows)
      if (!row.regression.empty()) fmt::print("{}: {}\n", (row.b ? row.b : row.a)->id, row.regression);
  return o.fail_above >= 0 && comparison.regressions > 0 ? regression : good;
}

static void declare_compare(const Syntax& s) {
  s.help("Compare two results files", R"(
  ./ladder compare old.json new.json --fail-above 5%
  ./ladder compare old.json new.json reduce n=2^28 --tex changes.tex
  ./ladder compare old.json new.json --md changes.md --json changes.json)");
  s.option("FILE", s.options.words,
           "two results files, the old one and the new one; then a track, a stage or a glob, and n=, "
           "backend=, dtype=, block=, gpus=, stages= (docs/tables.md)")
      .required()
      .expected(1, 1000);
  s.option("--fail-above PERCENT", s.raw.fail_above,
           "Exit with status 3 if a row is slower by more than PERCENT, wrong, or missing");
  s.rows();
  s.json();
  s.tables();
}

static const Registered registered_compare{"compare", declare_compare, compare};

}  // namespace ladder::cli
