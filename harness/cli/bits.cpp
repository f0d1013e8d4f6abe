// ./ladder bits: tests whether a float result is bitwise identical in every run, with every block size and on
// every GPU.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/bits.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/measuring.h"
#include "cli/print.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "stage/registry.h"
#include "tables/tables.h"

namespace ladder::cli {

// Throws if none of these stages adds floats. A peer is included with the stages with which it is
// compared.
static void need_float_sums(const std::vector<std::string>& ids) {
  std::vector<std::string> tracks;
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    if (!bench::adds_floats(*s)) continue;
    if (std::find(ids.begin(), ids.end(), s->id) != ids.end()) return;
    if (tracks.empty() || tracks.back() != s->track()) tracks.push_back(s->track());
  }
  throw Failure(fmt::format("none of the named stages adds floats; tracks with such stages are {}",
                            fmt::join(tracks, " ")));
}

static bool from_sm_90(const report::Context& c) {  // the executor acts as an H200
  return c.device.empty() || std::atof(c.compute_capability.c_str()) >= 9;
}

static int bits(const Options& o) {
  need_float_sums(select(o.ids, Pitfalls::only_if_named));  // reports unknown names first
  Choice choice = choose_backends(o.backend);
  std::erase(choice.backends, bench::Backend::cpu);
  if (choice.backends.empty())
    throw Failure("--backend cpu: the references are not compared; use simt or cuda");
  for (const size_t n : o.ns)
    if (n == 0) throw Failure("--n 0: a sum of no elements has no order");
  report::RunFile other;
  if (!o.against.empty()) {
    other = report::read_file(o.against);
    if (o.seed_given || other.context.command_line.find("--seed") != std::string::npos)
      throw Failure(
          "--against: results for different inputs cannot be compared: leave out --seed in both runs");
  }
  const bench::Plan plan = plan_of(o, choice, Pitfalls::only_if_named);
  report::RunFile file = measured(o, choice, plan, bench::bits);
  if (!o.against.empty()) {
    const std::string device =
        other.context.device.empty() ? other.context.executor_presents : other.context.device;
    const std::string whose = fmt::format("{} ({})", device, o.against);
    const size_t compared =
        bench::compare_bits(file.results, other.results,
                            {.name = "on " + whose,
                             .both_sm_90 = from_sm_90(file.context) && from_sm_90(other.context),
                             .same_cub = file.context.cub == other.context.cub});
    if (compared == 0)
      throw Failure(fmt::format("--against {}: it has no row with the same stage, n and block", o.against));
    if (!o.quiet) fmt::print(words_of(o), "{} results were compared with those of {}\n", compared, whose);
  }

  if (!o.json.empty()) report::write_file(o.json, file);
  const Tally t = tally(file.results);
  if (!o.quiet && !o.writes_to_stdout()) {
    report::TableOptions options;
    options.colour = colour_wanted(o.no_color);
    options.width = table_columns();
    options.columns = {"stage", "verdict", "same_bits"};
    std::fputs(report::tables(file, options).c_str(), stdout);
    fmt::print("\n{} rows: {}.\n", file.results.size(), counted(t));
  }
  print_failures(file.results);
  return status_of(file.results, t);
}

static void declare_bits(const Syntax& s) {
  s.help(
      "Check whether float sums are bitwise identical in every run, with every block size and on every GPU",
      R"(
  ./ladder bits
  ./ladder bits reduce_atomic --n 2^20
  ./ladder bits --json h100.json --against results/h200/bits.json)");
  s.measuring();
  s.option("--repetitions NUMBER", s.raw.repetitions,
           "Runs per job (default: 100 on a GPU, 24 on the executor)");
  s.option("--against FILE", s.options.against,
           "Compare with the results of another GPU, from a FILE that --json wrote there");
  s.json();
}

static const Registered registered_bits{"bits", declare_bits, bits};

}  // namespace ladder::cli
