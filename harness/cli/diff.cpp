// ./ladder diff A B: the sources of two stages, then the counters that changed. ./ladder diff B compares B
// with the stage that it changes, according to its STAGE line.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands.h"
#include "cli/counter_text.h"
#include "cli/exit.h"
#include "cli/own_file.h"
#include "cli/looking.h"
#include "os/error.h"
#include "cli/select.h"
#include "look/source.h"
#include "cli/terminal.h"
#include "text/text_diff.h"

namespace ladder::cli {
namespace {

struct Source {
  std::vector<std::string> lines;
  text::Side side;
};

Source read_source(const stage::Stage& s) {
  Source source{{}, {s.file}};
  for (look::SourceLine& line : look::source_of(s.file)) {
    if (look::is_what_was(line.text)) continue;
    source.lines.push_back(std::move(line.text));
    source.side.places.push_back(std::move(line.place));
  }
  return source;
}

// The stage to compare with, if only one was named.
const stage::Stage& stage_changed_from(const stage::Stage& s) {
  const std::string id = changed_from(s);
  if (id.empty())
    throw Failure(fmt::format(
        "diff {0}: it has no previous stage; ./ladder diff {0} ID compares it with another stage", s.id));
  return one_stage(id);
}

// Compares the counters under the usual conditions, if both stages support them.
int print_counters(const Options& o, const stage::Stage& a, const stage::Stage& b) {
  look::Asked same = asked(o);
  for (const stage::Variant& v : a.variants)
    if (!same.dtype && b.variant(v.dtype) != nullptr) same.dtype = v.dtype;
  same.block = std::clamp(bench::kDefaultBlock, std::max(a.min_block, b.min_block),
                          std::min(a.max_block, b.max_block));
  std::vector<look::Job> jobs;
  try {
    jobs = {{&a, look::case_of(a, same)}, {&b, look::case_of(b, same)}};
  } catch (const os::Error& no) {
    fmt::print("\nNo counters to compare: {}\n", no.what());
    return good;
  }
  TerminalProgress progress(o.quiet);
  const std::vector<look::Seen> seen =
      look::counters(jobs, {.counters = true, .hazards = false}, o.timeout, progress);
  const int status = status_of(jobs, seen);
  bool right = true;
  for (size_t i = 0; i < 2; ++i) {
    right = right && seen[i].right();
    if (seen[i].row.verdict.status == check::Status::correct) continue;
    fmt::print("\n{}\n", jobs[i].stage->id);
    tell_hazards(o, seen[i], *jobs[i].stage);
  }
  if (o.quiet) tell_failures(jobs, seen);
  if (!seen[1].counted()) return status;
  const simt::Counters& after = seen[1].observed.observation.counters;
  fmt::print("\nTotals of {} ({}; {}):\n{}", b.id, look::in_words(*jobs[1].stage, jobs[1].the_case),
             sampling(after), totals_text(after));
  if (right)
    print_changes(a.id, seen[0].observed.observation.counters, after);
  else
    fmt::print(
        "\nThe counters are not compared with those of {}: lower counts mean nothing if the result is "
        "wrong.\n",
        a.id);
  if (right && b.file.starts_with("kernels/")) fmt::print("{}", recorded_text(b.id, a.id));
  return status;
}

}  // namespace

static int diff(const Options& o) {
  go_on_with_own_file(o);
  const stage::Stage& last = one_stage(o.ids.back());
  const stage::Stage& first = o.ids.size() > 1 ? one_stage(o.ids[0]) : stage_changed_from(last);
  if (&first == &last && !last.file.starts_with("kernels/"))
    throw Failure(fmt::format(
        "your file replaces {0} here: ./ladder practice {0} --solution compares the two", last.id));
  if (&first == &last) throw Failure(fmt::format("diff {} {}: the same stage twice", o.ids[0], o.ids[1]));
  const Source a = read_source(first), b = read_source(last);
  const std::string text =
      text::unified(text::diff_lines(a.lines, b.lines), a.side, b.side, colour_wanted(o.no_color));
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  return print_counters(o, first, last);
}

static void declare_diff(const Syntax& s) {
  s.help("Show how two stages differ: in their source and in their counters", R"(
  ./ladder diff reduce/v0 reduce/v1
  ./ladder diff reduce/v1                   with the previous stage
  ./ladder diff pitfalls/missing_barrier    with the correct stage)");
  s.option(
       "ID", s.options.ids,
       "two stages; or one, which is compared with the stage that it changes; your own kernel file works too")
      .required()
      .expected(1, 2);
  s.mine();
  s.timeout();
}

static const Registered registered_diff{"diff", declare_diff, diff};

}  // namespace ladder::cli
