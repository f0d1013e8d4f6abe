#include "cli/looking.h"

#include <fmt/format.h>

#include <vector>

#include "cli/print.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "tables/groups.h"
#include "text/style.h"
#include "text/units.h"

namespace ladder::cli {
namespace {

template <typename T>
std::optional<T> one(const char* flag, const std::vector<T>& given) {
  if (given.size() > 1)
    throw Failure(fmt::format("{}: only one value is allowed here, not {}", flag, given.size()));
  return given.empty() ? std::nullopt : std::optional(given[0]);
}

}  // namespace

look::Asked asked(const Options& o) {
  return {.n = one("--n", o.ns),
          .block = one("--block", o.blocks),
          .gpus = one("--gpus", o.gpus),
          .dtype = one("--dtype", o.dtypes),
          .seed = o.seed,
          .input = o.input};
}

void tell_hazards(const Options& o, const look::Seen& run, const stage::Stage& stage, std::FILE* to) {
  const bench::Result& row = run.row;
  const std::string n = text::n_text(run.watched.n);
  if (!row.hazards) {
    fmt::print(to, "Not checked for hazards.\n");
  } else if (row.verdict.passed() && row.hazards->empty()) {
    fmt::print(to, "Checked for hazards at n = {}: none found.\n", n);
    return;
  }
  if (!row.hazards && row.verdict.passed()) return;
  const bool colour = to == stdout && colour_wanted(o.no_color);
  const bool declared = row.verdict.status == check::Status::declared_racy;
  const std::string head = declared               ? "A race, as the stage declares"
                           : stage.expect.empty() ? "What is wrong"
                                                  : "What is wrong, on purpose";
  const bool hazards = row.hazards && !row.hazards->empty();
  fmt::print(to, "\n{}: {}\n", head,
             text::styled(colour, declared ? text::style::warn : text::style::wrong,
                          declared ? "declared racy" : report::cause_word(row)) +
                 (hazards ? fmt::format(" (found at n = {})", n) : ""));
  print_what_is_wrong(row, to);
}

void tell_failures(std::span<const look::Job> jobs, std::span<const look::Seen> runs) {
  std::vector<bench::Result> rows;
  for (size_t i = 0; i < jobs.size(); ++i)
    if (jobs[i].stage->expect.empty()) rows.push_back(runs[i].row);
  print_failures(rows);
}

Exit status_of(std::span<const look::Job> jobs, std::span<const look::Seen> seen) {
  return look::all_as_they_should_be(jobs, seen) ? good : wrong_result;
}

std::string sampling(const simt::Counters& c) {
  if (c.sampled_blocks == c.total_blocks)
    return c.total_blocks == 1 ? "its only block observed"
                               : fmt::format("all {} blocks observed", c.total_blocks);
  return fmt::format("{} of {} blocks observed, evenly spaced; counts scaled up", c.sampled_blocks,
                     c.total_blocks);
}

WatchedTrace watched_trace(const Options& o, std::FILE* to) {
  const stage::Stage& s = one_stage(o.ids[0]);
  const look::Job job{&s, look::case_of(s, asked(o))};
  TerminalProgress progress(o.quiet);
  WatchedTrace watched;
  const auto told = [&](const look::Seen& seen) {
    watched.row = seen.row;
    watched.status = status_of({&job, 1}, {&seen, 1});
    if (o.quiet)
      tell_failures({&job, 1}, {&seen, 1});
    else if (bench::has_hazards(seen.row) || watched.status != good)
      tell_hazards(o, seen, s, to);
    std::fflush(to);
  };
  watched.trace = look::watched_trace(job, {o.block_index, o.launch}, o.timeout, progress, told);
  return watched;
}

}  // namespace ladder::cli
