// ./ladder explain ID: what each line of a kernel cost, and what changed since the stage before.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <set>

#include "bench/rows.h"
#include "cli/commands.h"
#include "cli/counter_text.h"
#include "cli/exit.h"
#include "cli/listing.h"
#include "cli/traced.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "report/source.h"
#include "os/repository.h"
#include "report/counter_changes.h"
#include "os/error.h"
#include "bench/result_json.h"
#include "os/files.h"
#include "report/style.h"
#include "report/units.h"

namespace cli {
namespace {

constexpr int kExplainVersion = 1;

std::vector<simt::LineCost> of_file(const simt::Observation& o, const std::string& file) {
  std::vector<simt::LineCost> lines;
  for (const simt::LineCost& line : o.lines)
    if (line.file == file) lines.push_back(line);
  return lines;
}

// The stage's own file first.
std::vector<std::string> files(const simt::Observation& o, const std::string& first) {
  std::vector<std::string> all = {first};
  for (const simt::LineCost& line : o.lines)
    if (std::find(all.begin(), all.end(), line.file) == all.end()) all.push_back(line.file);
  return all;
}

void print_hazards(const std::vector<simt::Hazard>& hazards) {
  if (hazards.empty()) return;
  fmt::print("\nWhat is wrong (./ladder check looks for more, at every awkward size):\n");
  for (const simt::Hazard& hazard : hazards) {
    std::string mark = "  ✗ ";
    for (const std::string& line : report::wrapped(data::name(hazard.kind) + (": " + hazard.message), 96)) {
      fmt::print("{}{}\n", mark, line);
      mark = "    ";
    }
    for (const simt::Access& a : hazard.where)
      fmt::print("      {}:{}  {} by {}\n", a.file, a.line, a.access, a.thread);
  }
}

std::string source_line(const simt::LineCost& line) {
  try {
    const std::vector<std::string> source = report::lines_of(os::read_text(os::in_repository(line.file)));
    const auto index = static_cast<size_t>(line.line) - 1;
    return index < source.size() ? source[index] : "";
  } catch (const os::Error&) {
    return "";
  }
}

data::Json changes_json(const std::vector<report::CounterChange>& changes) {
  data::Json list = data::Json::array();
  for (const report::CounterChange& c : changes)
    list.push_back({{"counter", c.name},
                    {"before", c.before},
                    {"after", c.after},
                    {"times", c.times},
                    {"words", c.words}});
  return list;
}

data::Json json_of(const stage::Stage& s, const TracedJob& l, const simt::Observation& o,
                   const stage::Stage* before, const simt::Counters* counters_before) {
  data::Json lines = data::Json::array(), hazards = data::Json::array();
  for (const simt::LineCost& line : o.lines)
    lines.push_back({{"file", line.file},
                     {"line", line.line},
                     {"source", source_line(line)},
                     {"executions", line.executions},
                     {"counters", data::to_json(line.counters)}});
  for (const simt::Hazard& h : o.hazards) hazards.push_back(data::to_json(h));
  data::Json json = {{"explain_version", kExplainVersion},
                     {"id", s.id},
                     {"idea", s.idea},
                     {"file", s.file},
                     {"n", l.the_case.n},
                     {"dtype", stage::dtype_name(l.the_case.dtype)},
                     {"block", l.the_case.block},
                     {"counters", data::to_json(o.counters)},
                     {"lines", lines},
                     {"hazards", hazards},
                     {"before", nullptr}};
  if (counters_before != nullptr)
    json["before"] = {{"id", before->id},
                      {"counters", data::to_json(*counters_before)},
                      {"changes", changes_json(report::counter_changes(*counters_before, o.counters))}};
  return json;
}

// The stage before, or the one that a pitfall spoils, if it can be run under the same conditions.
const stage::Stage* stage_before(const stage::Stage& s, const bench::Conditions& c) {
  const stage::Stage* before = stage::find_stage(s.build, changed_from(s));
  return before != nullptr && bench::not_offered(*before, c.n, c.dtype, c.block).empty() ? before : nullptr;
}

void print_explanation(const Options& o, const TracedJob& l, const bench::Observed& seen) {
  const stage::Stage& s = *l.stage;
  const ListingStyle style{colour_wanted(o.no_color), 100};
  const simt::Observation& observation = seen.observation;
  const std::string title = fmt::format("{} · {}", s.id, s.idea);
  fmt::print("{}\n{}; {}\n", report::styled(style.colour, report::style::bold, title), in_words(l.the_case),
             sampling(observation.counters));
  for (const std::string& file : files(observation, s.file)) {
    const std::string text = listing(file, of_file(observation, file), style);
    if (!text.empty()) fmt::print("\n{}\n{}{}", file, listing_heading(style), text);
  }
  fmt::print("\nIn all:\n{}", totals_text(observation.counters));
  if (!observation.complete)
    fmt::print("  A block did too much between two barriers for all of it to be counted.\n");
  print_hazards(observation.hazards);
  if (!seen.stopped.empty()) fmt::print("\nThe run was stopped: {}\n", seen.stopped);
}

}  // namespace

int explain(const Options& o) {
  const stage::Stage& s = one_stage(o.ids[0]);
  if (!o.json.empty()) os::check_writable(o.json);
  std::vector<TracedJob> jobs = {{&s, case_for(o, s)}};
  const stage::Stage* before = stage_before(s, jobs[0].the_case);
  if (before != nullptr) {
    jobs.push_back({before, jobs[0].the_case});
    Options same = o;
    same.dtypes = {jobs[0].the_case.dtype};
    jobs[1].the_case = case_for(same, *before);
  }

  // All blocks, whatever n: a few do not stand for all where the grid has a pattern. Watching for hazards
  // takes longer, and check does it anyway.
  constexpr size_t kHazards = size_t{1} << 18;
  const bool hazards_too = jobs[0].the_case.n <= kHazards;
  const std::vector<TracedRun> seen = run_traced(jobs, {.counters = true, .hazards = hazards_too}, o.quiet);
  if (!seen[0].failed.empty()) throw Failure(wrong_result, fmt::format("{}: {}", s.id, seen[0].failed));
  const bench::Observed& observed = seen[0].observed;
  const simt::Counters* counters_before =
      before != nullptr && seen[1].failed.empty() && seen[1].observed.stopped.empty()
          ? &seen[1].observed.observation.counters
          : nullptr;

  if (!o.json.empty())
    os::write_text(
        o.json,
        data::dump_json(data::compacted(json_of(s, jobs[0], observed.observation, before, counters_before))));
  if (o.json != "-" && !o.quiet) {
    print_explanation(o, jobs[0], observed);
    if (counters_before != nullptr)
      print_changes(before->id, *counters_before, observed.observation.counters);
    else if (changed_from(s).empty())
      fmt::print("\n{} has no stage before it to compare with.\n", s.id);
    else
      fmt::print("\nThe stage before, {}, does not run under these conditions.\n", changed_from(s));
  }
  return good;
}

}  // namespace cli
