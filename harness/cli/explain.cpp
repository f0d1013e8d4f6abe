// ./ladder explain ID: the cost of each line of a kernel, and what changed since the preceding stage.
#include <fmt/format.h>

#include <cstdio>

#include "bench/rows.h"
#include "check/tasks.h"
#include "cli/commands.h"
#include "cli/counter_text.h"
#include "cli/exit.h"
#include "cli/own_file.h"
#include "cli/listing.h"
#include "cli/looking.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "look/source.h"
#include "os/repository.h"
#include "stage/broken.h"
#include "tables/counter_changes.h"
#include "os/error.h"
#include "bench/result_json.h"
#include "os/files.h"
#include "text/style.h"
#include "text/lines.h"

namespace ladder::cli {
namespace {

constexpr int kExplainVersion = 1;

std::vector<simt::LineCost> of_file(const simt::Observation& o, const std::string& file) {
  std::vector<simt::LineCost> lines;
  for (const simt::LineCost& line : o.lines)
    if (line.file == file) lines.push_back(line);
  return lines;
}

// The files of all lines with a cost, the stage's own file first.
std::vector<std::string> files(const simt::Observation& o, const std::string& first) {
  std::vector<std::string> all = {first};
  for (const simt::LineCost& line : o.lines)
    if (std::find(all.begin(), all.end(), line.file) == all.end()) all.push_back(line.file);
  return all;
}

std::string source_line(const simt::LineCost& line) {
  try {
    const std::vector<std::string> source = text::lines_of(os::read_text(os::in_repository(line.file)));
    const auto index = static_cast<size_t>(line.line) - 1;
    return index < source.size() ? source[index] : "";
  } catch (const os::Error&) {
    return "";
  }
}

std::vector<simt::SurplusBarrier> surplus_barriers(const look::Seen& run) {
  return run.right() ? simt::surplus_barriers(run.barriers, os::repository())
                     : std::vector<simt::SurplusBarrier>();
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

data::Json json_of(const stage::Stage& s, const look::Job& l, const look::Seen& seen,
                   const stage::Stage* before, const look::Seen* seen_before) {
  const simt::Observation& o = seen.observed.observation;
  data::Json lines = data::Json::array();
  for (const simt::LineCost& line : o.lines)
    lines.push_back({{"file", line.file},
                     {"line", line.line},
                     {"source", source_line(line)},
                     {"executions", line.executions},
                     {"counters", data::to_json(line.counters)}});
  data::Json json = {{"explain_version", kExplainVersion},
                     {"id", s.id},
                     {"idea", s.idea},
                     {"file", s.file},
                     {"n", l.the_case.n},
                     {"dtype", stage::dtype_name(l.the_case.dtype)},
                     {"block", l.the_case.block},
                     {"verdict", data::to_json(seen.row.verdict)},
                     {"hazards", data::to_json(seen.row.hazards)},
                     {"hazards_n", seen.watched.n},
                     {"counters", data::to_json(o.counters)},
                     {"lines", lines},
                     {"surplus_barriers", data::to_json(surplus_barriers(seen))},
                     {"before", nullptr}};
  if (seen_before == nullptr) return json;
  const simt::Counters& counters_before = seen_before->observed.observation.counters;
  json["before"] = {{"id", before->id}, {"counters", data::to_json(counters_before)}, {"changes", nullptr}};
  if (seen.right() && seen_before->right())
    json["before"]["changes"] = changes_json(report::counter_changes(counters_before, o.counters));
  return json;
}

// The preceding stage or, for a pitfall, the stage from which it differs by a mistake, if this stage can run
// under the same conditions.
const stage::Stage* stage_before(const stage::Stage& s, const bench::Conditions& c) {
  const stage::Stage* before = stage::find_stage(s.build, changed_from(s));
  return before != nullptr && bench::not_offered(*before, c.n, c.dtype, c.block).empty() ? before : nullptr;
}

// The comment at the top of the kernel file, without its title: the change that the stage makes, and the
// counters to watch.
void print_header(const stage::Stage& s) {
  for (const std::string& line : text::lines_of(os::read_text(os::in_repository(s.file)))) {
    if (!line.starts_with("//")) break;
    if (line.starts_with("// " + s.id)) continue;
    fmt::print("{}\n", line.substr(std::min<size_t>(line.size(), line.starts_with("// ") ? 3 : 2)));
  }
}

void print_explanation(const Options& o, const look::Job& l, const look::Seen& run) {
  const stage::Stage& s = *l.stage;
  const ListingStyle style{colour_wanted(o.no_color), listing_columns()};
  const simt::Observation& observation = run.observed.observation;
  const std::string title = fmt::format("{} · {}", s.id, s.idea);
  fmt::print("{}\n{}; {}\n", text::styled(style.colour, text::style::bold, title),
             look::in_words(s, l.the_case), run.counted() ? sampling(observation.counters) : "not counted");
  tell_hazards(o, run, s);
  fmt::print("\n");
  print_header(s);
  if (!run.failed.empty()) return;
  for (const std::string& file : files(observation, s.file)) {
    const std::string text = listing(file, of_file(observation, file), style);
    if (!text.empty()) fmt::print("\n{}\n{}{}", file, listing_heading(style), text);
  }
  fmt::print("\nTotals:\n{}", totals_text(observation.counters));
  if (!observation.complete)
    fmt::print("  A block did too much work between two barriers, so not all of it was counted.\n");
  const simt::KernelCosts kernel{"", &observation, observation.counters.launches,
                                 observation.counters.total_blocks};
  fmt::print("{}", costs_text({&kernel, 1}, style.colour));
  fmt::print("{}", barriers_text(surplus_barriers(run), style.colour));
}

const char* why_not_compared(const stage::Stage& s) {
  const stage::Stage* before = stage::find_stage(s.build, changed_from(s));
  if (before == nullptr) return "does not compile";
  return &check::task_of(*before) == &check::task_of(s)
             ? "does not run under these conditions"
             : "does a different job, so the counters are not compared";
}

// Changes since the preceding stage, only for correct kernels: savings in a wrong kernel are meaningless.
void print_comparison(const stage::Stage& s, const stage::Stage* before, std::span<const look::Seen> seen) {
  if (changed_from(s).empty())
    fmt::print("\n{} has no previous stage to compare with.\n", s.id);
  else if (before == nullptr)
    fmt::print("\nThe previous stage, {}, {}.\n", changed_from(s), why_not_compared(s));
  else if (!seen[0].right() || !seen[1].right())
    fmt::print("\nThe counters are not compared with those of {}: {} is wrong.\n", before->id,
               seen[0].right() ? before->id : s.id);
  else
    print_changes(before->id, seen[1].observed.observation.counters, seen[0].observed.observation.counters);
}

std::string next_command(const stage::Stage& s, bool right) {
  if (!s.file.starts_with("kernels/"))  // the reader's own file
    return right ? "./ladder step " + s.file : "fix it, then ./ladder explain " + s.file;
  if (!right) return fmt::format("fix {}, then ./ladder check {}", s.file, s.id);
  for (const stage::Stage* other : stage::all_stages(s.build))
    if (other->after == s.id) return fmt::format("./ladder explain {}", other->id);
  return fmt::format("./ladder diff {}", s.id);
}

}  // namespace

static int explain(const Options& o) {
  go_on_with_own_file(o);
  if (const stage::Broken* broken = stage::find_broken(stage::Build::simt, o.ids[0])) {
    fmt::print(stderr, "{}\n", broken->said);
    throw Failure(fmt::format("{} {}", broken->id, broken->problem()));
  }
  const stage::Stage& s = one_stage(o.ids[0]);
  if (!o.json.empty()) os::check_writable(o.json);
  std::vector<look::Job> jobs = {{&s, look::case_of(s, asked(o))}};
  const stage::Stage* before = stage_before(s, jobs[0].the_case);
  if (before != nullptr) {
    jobs.push_back({before, jobs[0].the_case});
    look::Asked same = asked(o);
    same.dtype = jobs[0].the_case.dtype;
    jobs[1].the_case = look::case_of(*before, same);
  }

  // Observes all blocks, whatever n is: a few are not representative if the blocks do different work.
  TerminalProgress progress(o.quiet);
  const std::vector<look::Seen> seen =
      look::counters(jobs, {.counters = true, .hazards = false, .barriers = true}, o.timeout, progress);
  const look::Seen* compared = before != nullptr && seen[1].counted() ? &seen[1] : nullptr;
  if (!o.json.empty())
    os::write_text(o.json, data::dump_json(data::compacted(json_of(s, jobs[0], seen[0], before, compared))));
  const int status = status_of({jobs.data(), 1}, {seen.data(), 1});
  if (o.quiet || o.json == "-") {
    if (o.quiet) tell_failures(jobs, seen);
    return status;
  }
  print_explanation(o, jobs[0], seen[0]);
  if (seen[0].failed.empty()) print_comparison(s, before, seen);
  if (seen[0].right() && s.file.starts_with("kernels/"))
    fmt::print("{}", recorded_text(s.id, before != nullptr ? before->id : ""));
  if (s.expect.empty()) print_next(o, next_command(s, seen[0].right()));
  return status;
}

static void declare_explain(const Syntax& s) {
  s.help("Show what each line of a kernel costs, and what changed since the previous stage", R"(
  ./ladder explain reduce/v1
  ./ladder explain scan/blelloch_blocked --block 512)");
  s.one_stage();
  s.json("Write the explanation to FILE as JSON (- is standard output)");
}

static const Registered registered_explain{"explain", declare_explain, explain};

}  // namespace ladder::cli
