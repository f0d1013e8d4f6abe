#include "cli/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "cli/terminal.h"
#include "os/error.h"
#include "stage/broken.h"
#include "os/repository.h"
#include "tables/groups.h"
#include "look/source.h"
#include "os/files.h"
#include "text/style.h"
#include "tables/tables.h"
#include "text/units.h"

namespace ladder::cli {
namespace {

const std::string kRecorded = os::in_repository("results/h200/ladder.json");

namespace style = text::style;

struct Paint {
  bool colour;
  std::string operator()(const fmt::text_style& how, const std::string& text) const {
    return text::styled(colour, how, text);
  }
};

void print_indented(const std::string& text, std::FILE* to) {
  for (const std::string& line : text::wrapped(text, table_columns() - 6)) fmt::print(to, "      {}\n", line);
}

// The common cause of rows that are wrong for the same reason.
std::string cause_of(const bench::Result& r) {
  std::string cause = data::name(r.verdict.status);
  if (!bench::has_hazards(r)) return cause;
  const simt::Hazard& hazard = r.hazards->front();
  cause = data::name(hazard.kind);
  if (hazard.kind == simt::HazardKind::timeout) return cause;  // the kernel was stopped at a random point
  for (const simt::Access& a : hazard.where) cause += fmt::format(" {}:{}", a.file, a.line);
  return cause;
}

struct Failed {  // rows of one stage with one cause
  const bench::Result* first;
  std::string variants;  // "f32/128 f32/256"
};

std::string variant_of(const bench::Result& r) {
  const std::string gpus = r.gpus ? fmt::format("/{}GPU", *r.gpus) : "";
  return fmt::format("{}/{}{}", r.dtype, r.block, gpus);
}

std::vector<Failed> failures(const std::vector<const bench::Result*>& rows) {
  std::vector<Failed> all;
  for (const bench::Result* r : rows) {
    if (!r->skipped.empty() || r->verdict.passed() || r->verdict.status == check::Status::unchecked) continue;
    const std::string cause = r->id + cause_of(*r);
    auto same = std::find_if(all.begin(), all.end(),
                             [&](const Failed& f) { return f.first->id + cause_of(*f.first) == cause; });
    if (same == all.end()) same = all.insert(all.end(), {r, ""});
    if (r->verdict.status == check::Status::does_not_compile) continue;
    const bool on_gpu = r->backend == bench::Backend::cuda;
    same->variants +=
        fmt::format("{}{}{}", same->variants.empty() ? "" : " ", on_gpu ? "cuda " : "", variant_of(*r));
  }
  return all;
}

// Prints one line for a stage's rows, which have the same id, if all passed; otherwise one line for each cause.
void print_stage(const std::string& id, const std::vector<const bench::Result*>& rows, const Paint& paint) {
  size_t passed = 0, skipped = 0;
  std::string conditions;
  for (const bench::Result* r : rows) {
    passed += r->skipped.empty() && r->verdict.passed();
    skipped += !r->skipped.empty();
    conditions += (conditions.empty() ? "" : " ") + variant_of(*r);
  }
  const bool all = passed + skipped == rows.size();
  if (all) {
    const bool declared = std::any_of(rows.begin(), rows.end(), [](const auto* r) {
      return r->verdict.status == check::Status::declared_racy;
    });
    const bool on_purpose = rows[0]->track == "pitfalls" && !rows[0]->verdict.message().empty();
    const char* word = on_purpose ? "good (wrong on purpose)"
                       : declared ? "good (a race, as declared)"
                                  : "good";
    fmt::print("  {}  {:<28} {}\n", paint(passed == 0 ? style::warn : style::good, passed == 0 ? "-" : "✓"),
               id,
               passed == 0 ? fmt::format("skipped: {}", text_of(rows[0]->skipped))
                           : fmt::format("{}  {}", word, paint(style::faint, conditions)));
    if (on_purpose) print_indented(rows[0]->verdict.message(), stdout);
    return;
  }
  for (const Failed& failed : failures(rows)) {
    fmt::print("  {}  {:<28} {}  {}\n", paint(style::bad, "✗"), id,
               paint(style::bad, report::cause_word(*failed.first)), paint(style::faint, failed.variants));
    print_what_is_wrong(*failed.first);
  }
}

}  // namespace

void print_what_is_wrong(const bench::Result& r, std::FILE* to) {
  print_indented(r.verdict.message(), to);
  if (!r.hazards) return;
  const simt::Hazard* before = nullptr;  // for a further hazard of the same kind, only the lines are shown
  for (const simt::Hazard& hazard : *r.hazards) {
    const bool told =
        (before != nullptr && before->kind == hazard.kind) || r.verdict.evidence.holds(hazard.evidence);
    if (!told) print_indented(fmt::format("{}: {}", data::name(hazard.kind), hazard.message()), to);
    before = &hazard;
    for (const simt::Access& a : hazard.where) fmt::print(to, "        {}\n", look::text_of(a));
  }
}

findings::Report annotations_of(const std::vector<bench::Result>& results) {
  findings::Report report{"check", "", os::repository()};
  std::map<std::string, std::vector<const bench::Result*>> by_id;
  std::vector<std::string> order;
  for (const bench::Result& r : results) {
    if (by_id[r.id].empty()) order.push_back(r.id);
    by_id[r.id].push_back(&r);
  }
  for (const std::string& id : order) {
    const bench::Result& row = *by_id[id].front();
    const stage::Stage* stage = stage::find_stage(stage::Build::simt, id);
    findings::Case one{row.track, row.stage, stage != nullptr ? stage->file : ""};
    const auto was_run = [](const bench::Result* r) { return r->skipped.empty(); };
    if (std::none_of(by_id[id].begin(), by_id[id].end(), was_run)) one.skipped = text_of(row.skipped);
    for (const Failed& failed : failures(by_id[id])) {
      const bench::Result& r = *failed.first;
      const auto hazards = r.hazards.value_or(std::vector<simt::Hazard>());
      findings::Annotated whole{.kind = data::name(r.verdict.status),
                                .title = id + ": " + report::cause_word(r),
                                .evidence = r.verdict.evidence};
      if (!hazards.empty()) {
        whole.kind = data::name(hazards.front().kind);
        whole.where = simt::places_of(hazards.front().where);
        whole.count = hazards.front().count;
      } else if (const stage::Broken* broken = stage::find_broken(stage::Build::simt, id)) {
        const findings::Place at = findings::place_in(broken->said);
        whole.where = {{os::relative_to_repository(at.file), at.line}};
        one.file = broken->file;
      }
      one.found.push_back(whole);
      for (const simt::Hazard& hazard : hazards)
        if (!r.verdict.evidence.holds(hazard.evidence))
          one.found.push_back(simt::annotated(hazard, " in " + id));
    }
    report.cases.push_back(std::move(one));
  }
  return report;
}

void print_failures(const std::vector<bench::Result>& results) {
  std::vector<const bench::Result*> rows;
  for (const bench::Result& r : results) rows.push_back(&r);
  for (const Failed& failed : failures(rows)) {
    const bench::Result& r = *failed.first;
    const std::string what = r.verdict.message().empty() ? "" : ": " + r.verdict.message();
    fmt::print(stderr, "ladder: {}: {}{}\n", r.id, report::cause_word(r), what);
  }
}

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
    } catch (const os::Error& error) {  // without this file, only a column is missing
      fmt::print(stderr, "ladder: recorded times cannot be shown alongside the counters: {}\n", error.what());
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

}  // namespace ladder::cli
