#include "tables/groups.h"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/cpu_baselines.h"
#include "bench/kind.h"
#include "bench/statistics.h"
#include "check/tasks.h"

namespace ladder::report {
namespace {

// A file may contain tracks unknown to this program. They have no family.
std::string family_of_track(const std::string& track) {
  const check::Task* task = check::first_of_track(track);
  return task != nullptr ? task->family : "";
}
// The element type: that of the case, except in a track whose arrays are always bfloat16.
std::string elements_of(const Group& group) {
  const check::Task* task = check::first_of_track(group.track);
  const bool bf16 =
      task != nullptr && !task->inputs.empty() && task->inputs[0].element == check::Element::bf16;
  return bf16 ? "bf16" : group.dtype;
}
bool reads_only(const std::string& track) {
  const check::Task* task = check::first_of_track(track);
  return task != nullptr && check::is_reduction(*task);
}

std::string family_of_reference(const bench::Result& row) {  // the row of a peer or a CPU reference
  for (const check::Task* task : check::tasks())
    if (std::find(task->peers.begin(), task->peers.end(), row.id) != task->peers.end()) return task->family;
  for (const bench::Baseline& baseline : bench::cpu_baselines())
    if (baseline.id == row.id) return baseline.track;
  return row.track;
}

// Is the row a peer, ceiling or reference to show with this track?
bool beside(const std::string& track, const bench::Result& row) {
  if (row.gpus || track.ends_with("_multi")) return row.gpus && track.ends_with("_multi");
  if (row.id == "ceiling/launch") return true;
  if (bench::kind_of(row.id) == bench::Kind::ceiling) return bench::is_limit(row.id, reads_only(track));
  return family_of_track(track) == family_of_reference(row);
}

// A ceiling only moves bytes, so f32, i32 and u32 share a ceiling.
bool same_size(const std::string& a, const std::string& b) {
  return a.size() == 3 && b.size() == 3 && a.substr(1) == b.substr(1);
}

// Does a peer, ceiling or reference pass the filters that it shares with its stages?
bool same_conditions(const bench::Result& row, const TableOptions& filter) {
  const bool any_n =
      filter.ns.empty() || std::find(filter.ns.begin(), filter.ns.end(), row.n) != filter.ns.end();
  return (!filter.backend || row.backend == *filter.backend) && any_n &&
         (filter.block == 0 || row.block == filter.block || row.block == 0) &&
         (filter.gpus == 0 || row.gpus == filter.gpus) &&
         (filter.dtype.empty() || row.dtype == filter.dtype || row.dtype.empty());
}

using GroupKey =
    std::tuple<std::string, bench::Backend, std::string, uint64_t, std::vector<bench::Size>, unsigned>;

}  // namespace

bool is_stage(const bench::Result& row) { return bench::kind_of(row.id) == bench::Kind::stage; }

bool stage_wanted(const std::string& stage, const TableOptions& filter) {
  const auto matches = [&](const std::string& glob) { return fnmatch(glob.c_str(), stage.c_str(), 0) == 0; };
  return filter.stages.empty() || std::any_of(filter.stages.begin(), filter.stages.end(), matches);
}

bool wanted(const bench::Result& row, const TableOptions& filter) {
  return (filter.track.empty() || row.track == filter.track) && same_conditions(row, filter) &&
         stage_wanted(row.stage, filter);
}

std::vector<Group> groups(const RunFile& file, const TableOptions& filter) {
  std::vector<Group> found;
  std::map<GroupKey, size_t> place;            // index in `found`
  std::multimap<uint64_t, size_t> place_of_n;  // the same indices, with n as the key
  const auto group_of = [&](const GroupKey& key) -> Group& {
    const auto [at, is_new] = place.emplace(key, found.size());
    if (is_new) {
      const auto& [track, backend, dtype, n, sizes, block] = key;
      found.push_back({track, backend, dtype, n, sizes, block, {}, {}, {}});
      place_of_n.emplace(n, at->second);
    }
    return found[at->second];
  };
  for (const bench::Result& row : file.results)
    if (is_stage(row) && wanted(row, filter))
      group_of({row.track, row.backend, row.dtype, row.n, row.sizes, row.block}).stages.push_back(&row);

  for (const bench::Result& row : file.results) {
    if (is_stage(row)) continue;
    bool placed = false;
    const bool any_n = row.n == 0 && row.id == "ceiling/launch";
    const auto [first, last] =
        any_n ? std::pair{place_of_n.begin(), place_of_n.end()} : place_of_n.equal_range(row.n);
    for (auto at = first; at != last; ++at) {
      Group& group = found[at->second];
      const bool same_type =
          row.dtype.empty() || row.dtype == group.dtype ||
          (bench::kind_of(row.id) == bench::Kind::ceiling && same_size(row.dtype, group.dtype));
      const bool same_sizes = row.sizes.empty() || row.sizes == group.sizes;
      if (!same_type || !same_sizes || !beside(group.track, row)) continue;
      if (row.backend == bench::Backend::cpu)
        group.cpu.push_back(&row);
      else if (row.backend == group.backend)
        group.peers.push_back(&row);
      else
        continue;
      placed = true;
    }
    const std::string home = family_of_reference(row);  // used if none of its track's stages is in the file
    if (!placed && row.backend == bench::Backend::cpu && filter.stages.empty() &&
        same_conditions(row, filter) && (filter.track.empty() || home == filter.track))
      group_of({home, bench::Backend::cpu, row.dtype, row.n, {}, 0}).cpu.push_back(&row);
  }
  return found;
}

RunFile narrowed(const RunFile& file, const TableOptions& filter) {
  std::set<const bench::Result*> shown;
  for (const Group& group : groups(file, filter))
    for (const Rows* rows : {&group.stages, &group.peers, &group.cpu})
      shown.insert(rows->begin(), rows->end());
  RunFile few{file.schema_version, file.context, {}};
  for (const bench::Result& row : file.results)
    if (shown.contains(&row)) few.results.push_back(row);
  return few;
}

bool same_but_n(const Group& a, const Group& b) {
  return a.track == b.track && a.backend == b.backend && a.dtype == b.dtype && a.block == b.block;
}

bool same_but_file(const bench::Result& a, const bench::Result& b) {
  return a.id == b.id && a.backend == b.backend && a.n == b.n && a.sizes == b.sizes && a.dtype == b.dtype &&
         a.block == b.block && a.scan == b.scan && a.gpus == b.gpus;
}

bool profiled(const Group& group) {
  const auto any = [&](auto has) { return std::any_of(group.stages.begin(), group.stages.end(), has); };
  return group.backend == bench::Backend::cuda &&
         any([](const auto* row) { return row->counters.has_value(); }) &&
         !any([](const auto* row) { return row->time.has_value(); });
}

std::optional<bench::Ratio> weak_scaling(const RunFile& file, const bench::Result& row) {
  const unsigned gpus = row.gpus.value_or(1);
  if (gpus == 1 || row.n % gpus != 0 || !row.time || !row.verdict.passed()) return {};
  for (const bench::Result& one : file.results)
    if (one.id == row.id && one.backend == row.backend && one.gpus == 1u && one.n == row.n / gpus &&
        one.dtype == row.dtype && one.block == row.block && one.scan == row.scan && one.time &&
        one.verdict.passed())
      return bench::speedup(one.time->samples, row.time->samples, bench::Pairing::unpaired);
  return {};
}

std::optional<bench::Ratio> speedup_over_first(const bench::Result& row, const Group& group) {
  const auto found = row.speedup.find("vs_first");
  if (found != row.speedup.end()) return found->second;
  const bool is_first =
      is_stage(row) && row.time && row.verdict.passed() &&
      std::any_of(group.stages.begin(), group.stages.end(), [&](const bench::Result* other) {
        return other->scan == row.scan && other->speedup.contains("vs_first");
      });
  if (!is_first) return {};
  return bench::Ratio{1, 1, 1};
}

const bench::Result* ceiling_of(const Group& group) {
  const bench::Result* best = nullptr;  // the faster of copy and memcpy
  for (const bench::Result* row : group.peers) {
    if (bench::is_limit(row->id, reads_only(group.track)) && row->bandwidth &&
        (!best || *row->bandwidth > *best->bandwidth))
      best = row;
  }
  return best;
}

Recorded recorded_beside(const Group& group, const RunFile& recorded) {
  // Rates the (n, block) pairs in the recorded file by how well they match.
  std::map<std::pair<uint64_t, unsigned>, size_t> stages_at;
  const auto matches = [&](const bench::Result& row, const bench::Result& stage) {
    return row.backend == bench::Backend::cuda && row.id == stage.id && row.dtype == stage.dtype &&
           row.scan == stage.scan && row.time;
  };
  for (const bench::Result& row : recorded.results)
    for (const bench::Result* stage : group.stages)
      if (matches(row, *stage)) ++stages_at[{row.n, row.block}];
  Recorded best;
  std::tuple<bool, size_t, bool, uint64_t> best_score{};
  for (const auto& [key, count] : stages_at) {
    const std::tuple score{key.first == group.n, count, key.second == group.block, key.first};
    if (best.n != 0 && score <= best_score) continue;
    best_score = score;
    best.n = key.first;
    best.block = key.second;
  }
  for (const bench::Result* stage : group.stages) {
    const bench::Result* found = nullptr;
    for (const bench::Result& row : recorded.results)
      if (matches(row, *stage) && row.n == best.n && row.block == best.block) found = &row;
    best.rows.push_back(found);
  }
  return best;
}

std::string ratio_text(const bench::Ratio& ratio) {
  const bool itself = ratio.low == 1 && ratio.high == 1;  // the speedup of the first stage over itself
  std::string number = ratio.value < 0.01 ? fmt::format("{:.1g}", ratio.value)
                       : ratio.value < 10 ? fmt::format("{:.2f}", ratio.value)
                                          : text::significant(ratio.value);
  if (ratio.distinguishable() && !itself)  // uses more decimals if the ratio would otherwise look like 1
    for (int decimals = 3; decimals <= 6 && number == fmt::format("{:.{}f}", 1.0, decimals - 1); ++decimals)
      number = fmt::format("{:.{}f}", ratio.value, decimals);
  return fmt::format("{}{}×", ratio.distinguishable() || itself ? "" : "≈", number);
}

bool is_wrong(const bench::Result& row) {
  return row.skipped.empty() && !row.verdict.passed() && row.verdict.status != check::Status::unchecked;
}

std::string verdict_word(const bench::Result& row) {
  using enum check::Status;
  const bool named_by_hazard = row.verdict.status == racy || row.verdict.status == crash;
  const bool race = bench::has_hazards(row) && row.hazards->front().kind == simt::HazardKind::race;
  std::string word = named_by_hazard && bench::has_hazards(row) && !race
                         ? data::name(row.hazards->front().kind)
                         : data::name(row.verdict.status);
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

std::string cause_word(const bench::Result& row) {
  if (row.verdict.status != check::Status::wrong || !bench::has_hazards(row)) return verdict_word(row);
  std::string word = data::name(row.hazards->front().kind);
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

namespace {
std::string loud(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
  return word;
}
}  // namespace

Cell verdict_cell(const bench::Result& row) {
  if (!row.skipped.empty()) return {"skipped", Tone::faint};
  using enum check::Status;
  const check::Status status = row.verdict.status;
  if (status == correct) return {"correct", Tone::good};
  if (status == declared_racy) return {"racy*", Tone::warn};
  if (status == unchecked) return {"-", Tone::faint};
  return {loud(verdict_word(row)), Tone::bad};
}

std::string stage_name(const bench::Result& row) { return is_stage(row) ? row.stage : row.id; }

std::string stage_and_gpus(const bench::Result& row) {
  if (!row.gpus || !is_stage(row)) return stage_name(row);
  return fmt::format("{}, {} GPU{}", row.stage, *row.gpus, *row.gpus == 1 ? "" : "s");
}

void add_verdict_notes(Table& table, const Rows& rows) {
  constexpr size_t kMost = 12;
  size_t written = 0, left_out = 0;
  std::map<std::string, std::vector<std::string>> skipped;  // the skipped stages, by reason
  for (const bench::Result* row : rows) {
    if (!row->skipped.empty()) {
      skipped[text_of(row->skipped)].push_back(stage_name(*row));
      continue;
    }
    if (row->verdict.passed() && row->verdict.status != check::Status::declared_racy) continue;
    if (row->verdict.status == check::Status::unchecked) continue;
    if (written++ >= kMost) {
      ++left_out;
      continue;
    }
    const bool declared = row->verdict.status == check::Status::declared_racy;
    std::string note = fmt::format("{} {}: ", declared ? "*" : "!", row->id);
    note += declared ? "a data race, declared by the stage" : loud(cause_word(*row));
    if (!row->verdict.message().empty())
      note += ": " + row->verdict.message();
    else if (bench::has_hazards(*row))
      note += ": " + row->hazards->front().message();
    table.verdicts.push_back(note);
  }
  if (left_out > 0) table.verdicts.push_back(fmt::format("… and {} more.", left_out));
  for (const auto& [reason, stages] : skipped)
    table.verdicts.push_back(fmt::format("Skipped: {} ({})", fmt::join(stages, ", "), reason));
}

std::string where_measured(const Context& context, const std::string& file) {
  std::string text = context.device.empty() ? "no GPU" : context.device;
  if (!context.driver.empty()) text += ", driver " + context.driver;
  if (!context.toolkit.empty()) text += ", CUDA " + context.toolkit;
  if (!context.cub.empty()) text += ", CUB " + context.cub;
  if (context.processes)
    text += fmt::format(", {} processes on {} host{}", *context.processes, context.hosts.value_or(1),
                        context.hosts.value_or(1) == 1 ? "" : "s");
  if (!context.l2_cache.empty()) text += fmt::format(", {} L2 cache", context.l2_cache);
  if (context.date.size() >= 10) text += ", " + context.date.substr(0, 10);
  if (!context.git_commit.empty())
    text += ", commit " + context.git_commit.substr(0, 10) +
            (context.git_dirty ? " with uncommitted changes" : "");
  return file.empty() ? text : text + ", " + file;
}

std::string text_of(const std::vector<bench::Size>& sizes) {
  std::string text;
  for (const bench::Size& size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size.size);
  return text;
}

std::string conditions(const Group& group) {
  if (group.sizes.empty()) return fmt::format("n = {}{}", text::n_text(group.n), conditions_but_n(group));
  std::vector<std::string> names, sizes;
  for (const bench::Size& size : group.sizes)
    names.push_back(size.name), sizes.push_back(std::to_string(size.size));
  return fmt::format("{} = {}{}", fmt::join(names, " × "), fmt::join(sizes, " × "), conditions_but_n(group));
}

std::string provenance(const Context& context) {
  std::string text = context.device.empty() ? "no GPU" : context.device;
  if (context.date.size() >= 10) text += ", " + context.date.substr(0, 10);
  if (!context.git_commit.empty()) text += ", commit " + context.git_commit.substr(0, 10);
  return text;
}

std::vector<std::string> device_names(const std::vector<const RunFile*>& files) {
  std::vector<std::string> names;
  for (size_t f = 0; f < files.size(); ++f) {
    const auto same = [&](const RunFile* file) { return file->context.device == files[f]->context.device; };
    const auto here = files.begin() + static_cast<std::ptrdiff_t>(f);
    names.push_back(text::short_device(files[f]->context.device));
    if (std::count_if(files.begin(), files.end(), same) > 1)
      names.back() += fmt::format(" ({})", std::count_if(files.begin(), here, same) + 1);
  }
  return names;
}

std::string conditions_but_n(const Group& group) {
  std::string text;
  if (!group.dtype.empty()) text += " · " + elements_of(group);
  if (group.block != 0) text += fmt::format(" · block {}", group.block);
  return text;
}

}  // namespace ladder::report
