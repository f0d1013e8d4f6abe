#include "pages/measured.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "bench/defaults.h"
#include "bench/kind.h"
#include "check/tasks.h"
#include "os/error.h"
#include "tables/arithmetic.h"
#include "tables/groups.h"
#include "text/units.h"

namespace ladder::pages {
namespace {

const std::vector<std::string> kNames = {"us",      "ms",         "first_pass_us", "GB/s",
                                         "TFLOP/s", "ceiling%",   "vs_previous",   "vs_first",
                                         "vs_peer", "vs_one_gpu", "efficiency%",   "pays_from"};

using report::Rows;

// Keeps only the rows for which `fits` is true, if there are any.
template <typename Fits>
void prefer(Rows& rows, Fits fits) {
  Rows chosen;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(chosen), fits);
  if (!chosen.empty()) rows = chosen;
}

Rows rows_of(const report::RunFile& file, const std::string& id, uint64_t n, const Arguments& said) {
  Rows rows;
  for (const bench::Result& row : file.results)
    if (row.backend == bench::Backend::cuda && row.id == id &&
        (said.has("sizes") ? report::text_of(row.sizes) == said.text("sizes") : row.n == n) &&
        (!said.has("dtype") || row.dtype == said.text("dtype")) &&
        (!said.has("block") || row.block == said.whole("block", 0)) &&
        (!said.has("gpus") || row.gpus == said.whole("gpus", 0)) &&
        (!said.has("scan") || row.scan == said.text("scan")))
      rows.push_back(&row);
  prefer(rows,
         [](const bench::Result* row) { return row->block == 0 || row->block == bench::kDefaultBlock; });
  if (!rows.empty() && !said.has("dtype"))  // the first type measured is the stage's own type
    prefer(rows, [first = rows[0]->dtype](const bench::Result* row) { return row->dtype == first; });
  return rows;
}

void check_name(const std::string& text, const std::string& name) {
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end())
    throw os::Error(
        fmt::format("{}: {} is not measured; valid ones are {}", text, name, fmt::join(kNames, ", ")));
}

std::string file_named(const std::string& recording) { return fmt::format("results/{}.json", recording); }

// "h200": the ladder and the other files recorded on that GPU; "h200-x4/processes": only that file.
std::vector<std::string> files_of(const std::string& gpu) {
  if (gpu.find('/') != std::string::npos) return {file_named(gpu)};
  return {file_named(gpu + "/ladder"), file_named(gpu + "/sweep"), file_named(gpu + "/several")};
}

}  // namespace

bool is_measured_name(const std::string& text) { return text.find('.') != std::string::npos; }

Quantity quantity_from(Desk& desk, const std::string& text) {
  const size_t dot = text.find('.');
  const Quantity q{text.substr(0, dot), text.substr(dot + 1)};
  if (q.gpu.find('/') != std::string::npos) {  // the name of a single file
    if (!desk.exists(file_named(q.gpu))) throw os::Error(fmt::format("there is no {}", file_named(q.gpu)));
    check_name(text, q.name);
    return q;
  }
  std::vector<std::string> gpus = desk.gpus();
  for (const std::string& several : desk.gpus("several.json")) gpus.push_back(several);
  if (std::find(gpus.begin(), gpus.end(), q.gpu) == gpus.end())
    throw os::Error(fmt::format("there is no results/{}/ladder.json; the recorded GPUs are {}", q.gpu,
                                fmt::join(gpus, ", ")));
  check_name(text, q.name);
  return q;
}

const bench::Result& measured_row(Desk& desk, const std::string& gpu, const std::string& wanted,
                                  const Arguments& said) {
  const size_t at = wanted.find('@');
  const std::string id = wanted.substr(0, at);
  if (at != std::string::npos && check::first_of_track(wanted.substr(at + 1)) == nullptr)
    throw os::Error(fmt::format("{}: there is no track {}", wanted, wanted.substr(at + 1)));
  const uint64_t n = said.whole("n", kMeasuredN);
  std::set<uint64_t> sizes;
  for (const std::string& path : files_of(gpu)) {
    if (!desk.exists(path)) continue;
    const report::RunFile& file = desk.results(path);
    const Rows rows = rows_of(file, id, n, said);
    if (rows.size() > 1 && rows[0]->scan != rows[1]->scan)
      throw os::Error(fmt::format("{} has {} rows of {} at n = {}: specify scan=inclusive or scan=exclusive",
                                  path, rows.size(), id, text::n_text(n)));
    if (rows.size() > 1 && rows[0]->gpus != rows[1]->gpus)
      throw os::Error(
          fmt::format("{} has rows of {} for several GPU counts: specify gpus=1 or gpus=2", path, id));
    if (!rows.empty()) return *rows[0];
    for (const bench::Result& row : file.results)
      if (row.id == id && row.backend == bench::Backend::cuda) sizes.insert(row.n);
  }
  if (sizes.empty()) {
    if (bench::kind_of(id) != bench::Kind::stage)
      throw os::Error(fmt::format("results/{} has no row for {}", gpu, id));
    throw os::Error(
        fmt::format("{} was not measured: results/{} has no row for it", stage_named(id).id, gpu));
  }
  std::vector<std::string> there;
  for (const uint64_t size : sizes) there.push_back(text::n_text(size));
  throw os::Error(fmt::format("results/{} has no such row for {} at n = {}, only at n = {}", gpu, id,
                              text::n_text(n), fmt::join(there, ", ")));
}

const bench::Result* measured_beside(Desk& desk, const std::string& gpu, const bench::Result& row,
                                     const std::string& id) {
  for (const std::string& path : files_of(gpu)) {
    if (!desk.exists(path)) continue;
    const std::vector<bench::Result>& run = desk.results(path).results;
    if (std::ranges::none_of(run, [&](const bench::Result& other) { return &other == &row; })) continue;
    const auto found = std::ranges::find_if(run, [&](const bench::Result& other) {
      return other.id == id && other.backend == row.backend && other.n == row.n;
    });
    return found == run.end() ? nullptr : &*found;
  }
  return nullptr;
}

namespace {

[[noreturn]] void none(const bench::Result& row, const std::string& name) {
  throw os::Error(fmt::format("{} at n = {} has no {}{}", row.id, text::n_text(row.n), name,
                              row.skipped.empty() ? "" : ": " + text_of(row.skipped)));
}

}  // namespace

const bench::Ratio& ratio_of(const bench::Result& row, const std::string& name) {
  const auto found = row.speedup.find(name);
  if (found == row.speedup.end()) none(row, name);
  return found->second;
}

std::string pays_from(Desk& desk, const std::string& gpu, const std::string& id, const Arguments& said) {
  if (!said.has("gpus") || said.has("n"))
    throw os::Error("pays_from covers every measured n: give gpus=, but no n=");
  const std::string path = fmt::format("results/{}/several.json", gpu);
  Rows rows;
  if (desk.exists(path))
    for (const bench::Result& row : desk.results(path).results)
      if (row.id == id && row.gpus == said.whole("gpus", 0) && row.speedup.contains("vs_one_gpu"))
        rows.push_back(&row);
  std::sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) { return a->n > b->n; });
  const bench::Result* from = nullptr;
  for (const bench::Result* row : rows) {
    if (row->speedup.at("vs_one_gpu").low <= 1) break;
    from = row;
  }
  if (from == nullptr)
    throw os::Error(
        fmt::format("{}: {} on {} GPUs is not faster than on one at the largest n, or was not measured", path,
                    id, said.whole("gpus", 0)));
  return text::n_text(from->n);
}

double value_of(const bench::Result& row, const std::string& name) {
  if (name == "us" || name == "ms") {
    if (!row.time) none(row, "time");
    return row.time->median / (name == "us" ? 1e-6 : 1e-3);
  }
  if (name == "first_pass_us") {
    if (!row.first_pass) none(row, "launch before its last one");
    return row.first_pass->median / 1e-6;
  }
  if (name == "GB/s") {
    if (!row.bandwidth) none(row, name);
    return *row.bandwidth / 1e9;
  }
  if (name == "TFLOP/s") {
    if (!row.time) none(row, "time");
    return report::operations_per_second(row) / 1e12;
  }
  if (name == "ceiling%") {
    if (!row.fraction_of_ceiling) none(row, name);
    return *row.fraction_of_ceiling * 100;
  }
  if (name == "efficiency%") return ratio_of(row, "vs_one_gpu").value / row.gpus.value_or(1) * 100;
  return ratio_of(row, name).value;
}

std::string text_of(const bench::Result& row, const std::string& name) {
  const double value = value_of(row, name);
  if (name == "us" || name == "ms" || name == "first_pass_us") return text::time_text(value, {"", 1});
  if (name == "GB/s" || name == "TFLOP/s") return text::significant(value);
  if (name == "ceiling%" || name == "efficiency%") return text::percent_text(value / 100);
  std::string text = report::ratio_text(ratio_of(row, name));
  return text.substr(0, text.size() - std::string("×").size());
}

}  // namespace ladder::pages
