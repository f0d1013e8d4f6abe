// ./ladder counters: records every stage's counters in results/counters.json or, with --check, verifies that
// they are unchanged.
#include "cli/counters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "bench/rows.h"
#include "check/tasks.h"
#include "cli/about.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/select.h"
#include "look/hazards_and_counters.h"
#include "os/error.h"
#include "os/repository.h"
#include "bench/result_json.h"
#include "os/files.h"
#include "tables/groups.h"
#include "tables/run_file.h"
#include "simt/machine.h"
#include "stage/broken.h"

namespace ladder::cli {
namespace {

constexpr const char* kRecordedCounters = "results/counters.json";

// The stages whose counters are recorded. (The executor has no NCCL, for example.)
std::vector<std::string> recordable(const std::vector<std::string>& wanted) {
  std::vector<std::string> ids = select(wanted, Pitfalls::with_the_rest);
  std::erase_if(ids, [](const std::string& id) {
    const stage::Stage* s = stage::find_stage(stage::Build::simt, id);
    const bool no_stage = s == nullptr && stage::find_broken(stage::Build::simt, id) == nullptr;
    return id.starts_with("pitfalls/") || no_stage ||
           (s != nullptr && (s->needs_nccl || !s->needs_gpu.empty()));
  });
  return ids;
}

struct Counted {
  std::vector<bench::Result> rows;
  // Stages that cannot be counted are reported, and the others are still counted.
  std::set<std::string> not_counted;
};

Counted count(const std::vector<std::string>& ids, const Options& o) {
  Counted counted;
  std::vector<look::Job> jobs;
  for (const std::string& id : ids) {
    const auto cannot_count = [&](const std::exception& no) {
      fmt::print(stderr, "ladder: not counted: {}\n", no.what());
      counted.not_counted.insert(id);
    };
    try {
      refuse_broken(id);
      const stage::Stage* s = stage::find_stage(stage::Build::simt, id);
      jobs.push_back({s, look::case_of(*s, {})});
      const check::Task& task = check::task_of(*s);
      for (const check::Sizes& sizes : task.also_counted) {
        data::Extent extent(check::elements(task, sizes));
        extent.sizes.assign(sizes.of, sizes.of + task.sizes.size());
        jobs.push_back({s, look::case_of(*s, {.n = extent})});
      }
    } catch (const Failure& no) {
      cannot_count(no);
    } catch (const os::Error& no) {
      cannot_count(no);
    }
  }
  TerminalProgress progress(o.quiet);
  const std::vector<look::Seen> seen =
      look::counters(jobs, {.counters = true, .hazards = false}, o.timeout, progress);
  std::vector<bench::Result> wrong;
  for (size_t i = 0; i < jobs.size(); ++i) {
    if (!seen[i].right()) {
      wrong.push_back(seen[i].row);
      counted.not_counted.insert(seen[i].row.id);
      continue;
    }
    bench::Result row = seen[i].row;
    row.verdict = {};
    row.hazards.reset();
    row.bytes = seen[i].observed.algorithm_bytes;
    row.counters = seen[i].observed.observation.counters;
    counted.rows.push_back(std::move(row));
  }
  print_failures(wrong);
  return counted;
}

// Writes only facts that are the same on every machine, so that the file changes only if a counter changes.
// The file names no commit: its counts belong to the commit that contains it.
report::Context stable_context() {
  report::Context context;
  context.executor_presents = simt::make_machine()->device().name;
  context.compiler = about.compiler;
  context.date = report::utc_now();
  context.command_line = "./ladder counters";
  return context;
}

std::string row_name(const bench::Result& r) {
  const std::string n = r.sizes.empty() ? std::to_string(r.n) : report::text_of(r.sizes);
  return fmt::format("{} (n = {}, block {}, {})", r.id, n, r.block, r.dtype);
}

}  // namespace

std::vector<std::string> differences(const std::vector<bench::Result>& recorded,
                                     const std::vector<bench::Result>& now, bool same_compiler,
                                     const std::set<std::string>& never_recorded,
                                     const std::set<std::string>& not_counted) {
  std::vector<std::string> found;
  for (const std::string& name : never_recorded)
    found.push_back(fmt::format("{}: this counter is not recorded for any stage", name));
  std::map<std::string, const bench::Result*> before;
  for (const bench::Result& r : recorded) before[row_name(r)] = &r;
  for (const bench::Result& r : now) {
    const auto known = before.find(row_name(r));
    if (known == before.end() || !known->second->counters) {
      found.push_back(fmt::format("{}: not recorded", row_name(r)));
      if (known != before.end()) before.erase(known);
      continue;
    }
    for (const simt::Counter& counter : simt::kCounters) {
      const bool of_the_compiler =
          counter.value == &simt::Counters::issued_blocks || counter.value == &simt::Counters::issued_lanes;
      if ((of_the_compiler && !same_compiler) || never_recorded.contains(counter.name)) continue;
      const uint64_t was = (*known->second->counters).*counter.value, is = (*r.counters).*counter.value;
      if (was != is) found.push_back(fmt::format("{}: {} is {}, recorded {}", r.id, counter.name, is, was));
    }
    if (r.idea != known->second->idea)  // the site uses the recorded idea
      found.push_back(
          fmt::format("{} is called \"{}\", but recorded as \"{}\"", r.id, r.idea, known->second->idea));
    before.erase(known);
  }
  for (const auto& [name, row] : before)
    found.push_back(not_counted.contains(row->id)
                        ? fmt::format("{}: not compared with its record, because the stage is wrong", row->id)
                        : fmt::format("{}: recorded, but the stage no longer exists", name));
  return found;
}

std::vector<bench::Result> renewed(const std::vector<bench::Result>& recorded,
                                   const std::vector<bench::Result>& now,
                                   const std::vector<std::string>& all) {
  std::vector<bench::Result> rows;
  for (const std::string& id : all) {
    const auto is_its = [&](const bench::Result& row) { return row.id == id; };
    const bool counted = std::any_of(now.begin(), now.end(), is_its);
    const std::vector<bench::Result>& from = counted ? now : recorded;
    std::copy_if(from.begin(), from.end(), std::back_inserter(rows), is_its);
  }
  return rows;
}

namespace {

size_t stages_in(const std::vector<bench::Result>& rows) {
  std::set<std::string> ids;
  for (const bench::Result& row : rows) ids.insert(row.id);
  return ids.size();
}

bool same_compiler(const report::RunFile& recorded) { return recorded.context.compiler == about.compiler; }

// Counters that are in no row of the file because they were added to the program later.
std::set<std::string> never_recorded(const std::string& path) {
  const data::Json file = data::parse_json(os::read_text(path), path);
  std::set<std::string> names;
  for (const simt::Counter& counter : simt::kCounters) names.insert(counter.name);
  for (const data::Json& row : file["results"])
    if (row.contains("counters") && row["counters"].is_object())
      for (const auto& [name, value] : row["counters"].items()) names.erase(name);
  return names;
}

int check_against(const report::RunFile& recorded, const std::string& path, const std::string& shown,
                  const Counted& counted, bool quiet) {
  const std::vector<bench::Result>& rows = counted.rows;
  const bool same = same_compiler(recorded);
  const std::vector<std::string> found =
      differences(recorded.results, rows, same, never_recorded(path), counted.not_counted);
  for (const std::string& line : found) fmt::print("{}\n", line);
  if (found.empty()) {
    if (!quiet)
      fmt::print("The counters of all {} stages match those in {}{}.\n", stages_in(rows), shown,
                 same ? ""
                      : fmt::format(" (except issued_blocks and issued_lanes, which depend on the compiler: "
                                    "{} there, {} here)",
                                    recorded.context.compiler, about.compiler));
    return good;
  }
  const size_t differ = found.size() - std::min(found.size(), counted.not_counted.size());
  if (differ > 0)
    fmt::print("{} difference{} from {}. If the change is intended, ./ladder counters updates the record.\n",
               differ, differ == 1 ? "" : "s", shown);
  return wrong_result;
}

}  // namespace

static int counters(const Options& o) {
  const std::string path = o.json.empty() ? os::in_repository(kRecordedCounters) : o.json;
  const std::string shown = o.json.empty() ? kRecordedCounters : o.json;
  if (o.check_only && path == "-")
    throw Failure("counters --check needs a file to read, but - is standard output");
  report::RunFile recorded;
  if (o.check_only) {
    recorded = report::read_file(path);
  } else {
    os::check_writable(path);
    try {
      if (std::filesystem::is_regular_file(path)) recorded = report::read_file(path);
    } catch (const os::Error&) {  // an unreadable file is rewritten
    }
  }

  const std::vector<std::string> all = recordable({}), chosen = recordable(o.ids);
  if (chosen.empty())
    throw Failure(
        "there is nothing to count: the counters of pitfalls and of stages with NCCL are not recorded");
  const bool some = chosen.size() < all.size();
  if (some && !o.check_only && !recorded.results.empty() && !same_compiler(recorded))
    throw Failure(
        fmt::format("{} was counted with {}, but this program is built with {}: ./ladder counters, without a "
                    "stage, counts all stages again",
                    shown, recorded.context.compiler, about.compiler));
  if (some && o.check_only)
    std::erase_if(recorded.results, [&](const bench::Result& row) {
      return std::find(chosen.begin(), chosen.end(), row.id) == chosen.end();
    });
  const Counted counted = count(chosen, o);
  const int status = counted.not_counted.empty() ? good : wrong_result;
  if (o.check_only) return std::max(status, check_against(recorded, path, shown, counted, o.quiet));
  const std::vector<bench::Result> rows = renewed(recorded.results, counted.rows, all);
  const std::string kept = counted.not_counted.empty() ? ""
                                                       : fmt::format(" The record of {} is kept.",
                                                                     fmt::join(counted.not_counted, ", "));
  if (!recorded.results.empty() && never_recorded(path).empty() &&
      differences(recorded.results, rows, same_compiler(recorded))
          .empty()) {  // not even the file's date changes
    if (!o.quiet)
      fmt::print("Stages counted: {}. {} is unchanged.{}\n", stages_in(counted.rows), shown, kept);
    return status;
  }
  report::write_file(path, {report::kSchemaVersion, stable_context(), rows});
  if (!o.quiet && path != "-")
    fmt::print("Stages counted: {}. Written to {}.{}\n", stages_in(counted.rows), shown, kept);
  return status;
}

static void declare_counters(const Syntax& s) {
  s.help("Run every stage again, and record its counters in results/counters.json", R"(
  ./ladder counters
  ./ladder counters reduce/v2      only this stage
  ./ladder counters --check)");
  s.stages();
  s.flag("--check", s.options.check_only,
         "Write nothing; exit with status 1 if a counter differs from its record");
  s.json("Write the counters to another FILE (- is standard output)");
  s.timeout();
}

static const Registered registered_counters{"counters", declare_counters, counters};

}  // namespace ladder::cli
