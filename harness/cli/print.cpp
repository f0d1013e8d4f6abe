#include "cli/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "cli/terminal.h"
#include "os/error.h"
#include "os/repository.h"
#include "report/groups.h"
#include "os/files.h"
#include "report/style.h"
#include "report/tables.h"
#include "report/units.h"

namespace cli {
namespace {

const std::string kRecorded = os::in_repository("results/h200/ladder.json");

namespace style = report::style;

struct Paint {
  bool colour;
  std::string operator()(const fmt::text_style& how, const std::string& text) const {
    return report::styled(colour, how, text);
  }
};

void print_indented(const std::string& text) {
  for (const std::string& line : report::wrapped(text, table_columns() - 6)) fmt::print("      {}\n", line);
}

// `told`: what was printed before; what it says is not said again.
void print_hazard(const simt::Hazard& hazard, const std::string& told) {
  if (told.find(hazard.message) == std::string::npos)
    print_indented(fmt::format("{}: {}", data::name(hazard.kind), hazard.message));
  for (const simt::Access& a : hazard.where)
    fmt::print("        {}{}: {} by {}\n", a.file, a.line > 0 ? fmt::format(":{}", a.line) : "", a.access,
               a.thread);
}

// The rows of a stage share an id: one line where all passed, else one for each that did not.
void print_stage(const std::string& id, const std::vector<const bench::Result*>& rows, const Paint& paint) {
  size_t passed = 0, skipped = 0;
  std::string conditions;
  for (const bench::Result* r : rows) {
    passed += r->skipped.empty() && r->verdict.passed();
    skipped += !r->skipped.empty();
    conditions += fmt::format("{}{}/{}", conditions.empty() ? "" : " ", r->dtype, r->block);
  }
  const bool all = passed + skipped == rows.size();
  if (all) {
    const bool declared = std::any_of(rows.begin(), rows.end(), [](const auto* r) {
      return r->verdict.status == check::Status::declared_racy;
    });
    const char* word = passed == 0 ? "skipped" : declared ? "good (a race, as declared)" : "good";
    fmt::print("  {}  {:<28} {}\n", paint(passed == 0 ? style::warn : style::good, passed == 0 ? "-" : "✓"),
               id,
               passed == 0 ? fmt::format("skipped: {}", rows[0]->skipped)
                           : fmt::format("{}  {}", word, paint(style::faint, conditions)));
    return;
  }
  for (const bench::Result* r : rows) {
    if (!r->skipped.empty() || r->verdict.passed()) continue;
    fmt::print("  {}  {:<28} {} ({}, {}, block {})\n", paint(style::bad, "✗"), id,
               paint(style::bad, report::verdict_word(*r)), data::name(r->backend), r->dtype, r->block);
    print_indented(r->verdict.message);
    for (const simt::Hazard& hazard : r->hazards) print_hazard(hazard, r->verdict.message);
  }
}

}  // namespace

void print_tables(const Options& o, const report::RunFile& file) {
  report::TableOptions options;
  options.colour = colour_wanted(o.no_color);
  options.width = table_columns();
  report::RunFile recorded;
  const bool executor = std::any_of(file.results.begin(), file.results.end(),
                                    [](const auto& r) { return r.backend == bench::Backend::simt; });
  if (executor && std::filesystem::exists(kRecorded)) {
    try {
      recorded = report::read_file(kRecorded);
      options.recorded = &recorded;
      options.recorded_from = "results/h200/ladder.json";
    } catch (const os::Error& error) {  // it only adds a column
      fmt::print(stderr, "ladder: no recorded times beside the counters: {}\n", error.what());
    }
  }
  std::fputs(report::tables(file, options).c_str(), stdout);
}

void write_tables(const Options& o, const report::RunFile& file) {
  using report::Format;
  for (const auto& [path, format] :
       {std::pair{o.csv, Format::csv}, {o.md, Format::markdown}, {o.tex, Format::latex}}) {
    if (path.empty()) continue;
    report::TableOptions options;
    options.format = format;
    os::write_text(path, report::tables(file, options));
  }
}

void print_verdicts(const Options& o, const std::vector<bench::Result>& results) {
  const Paint paint{colour_wanted(o.no_color)};
  std::vector<std::string> order;
  std::map<std::string, std::vector<const bench::Result*>> by_id;
  for (const bench::Result& r : results) {
    auto& rows = by_id[r.id];
    if (rows.empty()) order.push_back(r.id);
    rows.push_back(&r);
  }
  for (const std::string& id : order) print_stage(id, by_id[id], paint);
}

}  // namespace cli
