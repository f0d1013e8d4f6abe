#include "pages/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "look/tracing.h"
#include "os/error.h"
#include "os/files.h"
#include "tables/groups.h"
#include "text/nearest.h"

namespace ladder::pages {

namespace fs = std::filesystem;

namespace {

bench::Conditions case_of(const TraceWanted& wanted, const stage::Stage& stage) {
  look::Asked asked;
  if (wanted.n > 0) asked.n = wanted.n;
  if (wanted.block > 0) asked.block = wanted.block;
  for (const stage::Variant& v : stage.variants)
    if (wanted.dtype == stage::dtype_name(v.dtype)) asked.dtype = v.dtype;
  if (!wanted.dtype.empty() && !asked.dtype)
    throw os::Error(fmt::format("{} has no {} version", wanted.id, wanted.dtype));
  if (!wanted.input.empty()) asked.input = look::input_of(wanted.input);
  return look::case_of(stage, asked);
}

// `run`: look::trace or look::messages.
template <typename Trace>
const Trace& looked(std::map<TraceWanted, Trace>& known, const TraceWanted& wanted,
                    Trace (*run)(const stage::Stage&, const bench::Conditions&, const look::Place&, double)) {
  if (const auto found = known.find(wanted); found != known.end()) return found->second;
  const stage::Stage& stage = stage_named(wanted.id);
  try {
    Trace trace = run(stage, case_of(wanted, stage), {wanted.block_index, wanted.launch}, 0);
    return known.emplace(wanted, std::move(trace)).first->second;
  } catch (const look::Crashed& crash) {
    throw os::Error(crash.what());
  }
}

}  // namespace

std::string Desk::in_root(const std::string& file) const { return (fs::path(root_) / file).string(); }

bool Desk::exists(const std::string& file) const {
  std::error_code none;
  return fs::exists(in_root(file), none);
}

const report::RunFile& Desk::results(const std::string& file) {
  const auto known = results_.find(file);
  if (known != results_.end()) return known->second;
  if (!exists(file)) throw os::Error(fmt::format("there is no {}", file));
  report::RunFile read = report::read_file(in_root(file));
  for (bench::Result& row : read.results)  // a page uses the stage's current name
    if (const stage::Stage* s = stage::find_stage(stage::Build::simt, row.id)) row.idea = s->idea;
  return results_.emplace(file, std::move(read)).first->second;
}

const data::Json& Desk::json(const std::string& file) {
  const auto known = json_.find(file);
  if (known != json_.end()) return known->second;
  if (!exists(file)) throw os::Error(fmt::format("there is no {}", file));
  return json_.emplace(file, data::parse_json(os::read_text(in_root(file)), file)).first->second;
}

const simt::BlockTrace& Desk::trace(const TraceWanted& wanted) {
  return looked(traces_, wanted, look::trace);
}
const simt::LaunchTrace& Desk::messages(const TraceWanted& wanted) {
  return looked(messages_, wanted, look::messages);
}

std::vector<std::string> Desk::gpus(const std::string& with) const {
  std::vector<std::string> found;
  std::error_code none;
  if (fs::is_directory(in_root("results"), none))
    for (const auto& entry : fs::directory_iterator(in_root("results")))
      if (fs::exists(entry.path() / with, none)) found.push_back(entry.path().filename().string());
  std::sort(found.begin(), found.end());
  return found;
}

std::string Desk::path_from_page(const std::string& file) const {
  return fs::path(file).lexically_relative(fs::path(page).parent_path()).string();
}

const stage::Stage& stage_named(const std::string& id) {
  constexpr auto kBuild = stage::Build::simt;  // every kernel file is compiled for the executor
  if (const stage::Stage* found = stage::find_stage(kBuild, id)) return *found;
  std::vector<std::string> names;
  for (const stage::Stage* s : stage::all_stages(kBuild)) names.push_back(s->id);
  throw os::Error(
      fmt::format("there is no stage {}{} (./ladder list shows all)", id, text::did_you_mean(id, names)));
}

const bench::Result& counted_row(Desk& desk, const std::string& id, const Arguments& said) {
  const std::string sizes = said.has("sizes") ? said.text("sizes") : "";
  for (const bench::Result& row : desk.results(kCounters).results)
    if (row.id == id && row.counters && (sizes.empty() || report::text_of(row.sizes) == sizes)) return row;
  throw os::Error(fmt::format("{} has no counters of {}{}", kCounters, stage_named(id).id,
                              sizes.empty() ? "" : " at " + sizes));
}

Pair pair_named(const std::vector<std::string>& ids, const std::string& mark) {
  if (ids.empty() || ids.size() > 2)
    throw os::Error(
        fmt::format("{} needs a stage, or two: {}: reduce/v2, {}: reduce/v0 reduce/v2", mark, mark, mark));
  const stage::Stage& after = stage_named(ids.back());
  if (ids.size() == 2) return {&stage_named(ids[0]), &after};
  const std::string& before = after.spoils.empty() ? after.after : after.spoils;
  if (before.empty())
    throw os::Error(fmt::format("there is no stage before {0}; name one: {1}: OTHER {0}", after.id, mark));
  return {&stage_named(before), &after};
}

}  // namespace ladder::pages
