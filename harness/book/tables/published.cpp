#include "tables/published.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "tables/groups.h"
#include "data/json_fields.h"
#include "os/files.h"

namespace ladder::report {

using namespace data;

namespace {

double seconds_in(const std::string& unit) {
  return unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 1e-9;
}

const PublishedRow* row_of(const Published& table, const std::string& stage) {
  for (const PublishedRow& row : table.rows)
    if (row.stage == stage) return &row;
  return nullptr;
}

using Mine = std::map<std::string, const bench::Result*>;  // by stage

// Our GPU rows at one n (from `ns`, if given): that of the published table if it was measured, otherwise
// the largest.
Mine our_rows(const RunFile& file, const std::string& track, const std::vector<uint64_t>& ns,
              const std::vector<const Published*>& about, uint64_t& n, unsigned& block) {
  const bench::Result* chosen = nullptr;
  const auto published_n = [&](uint64_t candidate) {  // number of published rows with this n
    size_t rows = 0;
    for (const Published* table : about) rows += table->n == candidate ? table->rows.size() : 0;
    return rows;
  };
  for (const bench::Result& row : file.results) {
    if (row.backend != bench::Backend::cuda || row.track != track || !row.time || !row.verdict.passed())
      continue;
    if (!ns.empty() && std::find(ns.begin(), ns.end(), row.n) == ns.end()) continue;
    const auto score = [&](const bench::Result& r) {
      return std::tuple(published_n(r.n), r.n, r.block == 256);
    };
    if (!chosen || score(row) > score(*chosen)) chosen = &row;
  }
  Mine rows;
  if (!chosen) return rows;
  n = chosen->n;
  block = chosen->block;
  for (const bench::Result& row : file.results)
    if (row.backend == bench::Backend::cuda && row.track == track && row.n == n && row.block == block &&
        row.dtype == chosen->dtype)
      rows.emplace(row.stage, &row);
  return rows;
}

// The stages of the longest table, in its order, followed by those that only the other tables have.
std::vector<std::string> stages_of(const std::vector<const Published*>& by_length, const Mine& mine,
                                   const RunFile* ours, const TableOptions& filter) {
  std::vector<std::string> stages;
  const auto list = [&](const std::string& stage) {
    if (stage_wanted(stage, filter) && std::find(stages.begin(), stages.end(), stage) == stages.end())
      stages.push_back(stage);
  };
  const auto list_mine = [&] {
    if (mine.empty()) return;
    for (const bench::Result& row : ours->results)
      if (row.track == by_length.front()->track && mine.contains(row.stage)) list(row.stage);
  };
  if (mine.size() >= by_length.front()->rows.size()) list_mine();
  for (const Published* table : by_length)
    for (const PublishedRow& row : table->rows) list(row.stage);
  list_mine();
  return stages;
}

// Times and rates on different devices cannot be compared; a stage's gain over the first stage can.
void add_columns(Table& table, const std::string& group, const std::string& time_unit) {
  table.columns.push_back({group + ": " + time_unit, time_unit, group, Align::right, false, 0, ""});
  table.columns.push_back({group + ": GB/s", "GB/s", group, Align::right, false, 2, ""});
  table.columns.push_back({group + ": vs first", "vs 1st", group, Align::right, false, 1, ""});
}

void add_ours(Row& line, const bench::Result* row, const text::TimeUnit& unit) {
  line.cells.push_back({row && row->time ? text::time_text(row->time->median, unit) : "-"});
  line.cells.push_back({row && row->bandwidth ? text::rate_text(*row->bandwidth) : "-"});
  const bool compared = row && row->speedup.contains("vs_first");
  line.cells.push_back({compared ? ratio_text(row->speedup.at("vs_first")) : "-"});
}

void add_published(Row& line, const std::string& stage, const Published& source) {
  const PublishedRow* row = row_of(source, stage);
  const PublishedRow* first = source.rows.empty() ? nullptr : &source.rows.front();
  const double second = seconds_in(source.time_unit);
  line.cells.push_back({row && row->time ? fmt::format("{:.7g}", *row->time / second) : "-"});
  line.cells.push_back({row && row->bandwidth ? text::rate_text(*row->bandwidth) : "-"});
  const bool compared = row && row->time && first->time && row->n == first->n && source.rows.size() > 1;
  line.cells.push_back({compared ? fmt::format("{:.2f}×", *first->time / *row->time) : "-"});
}

void add_notes(Table& table, const Published& source, const TableOptions& filter) {
  std::string note = fmt::format("{}: {}; {}", source.label, source.title, source.device);
  if (source.n != 0) note += (source.n_inferred ? ", n (inferred) = " : ", n = ") + text::n_text(source.n);
  if (source.block != 0) note += fmt::format(", block {}", source.block);
  table.notes.push_back(note + ". Published, not measured by this harness.");
  for (const PublishedRow& row : source.rows)
    if (!row.note.empty() && stage_wanted(row.stage, filter))
      table.notes.push_back(fmt::format("{}, {}: {}", source.label, row.stage, row.note));
}

}  // namespace

Published published_from(const Json& json, const std::string& name) {
  try {
    const Field root{&json, ""};
    Published table;
    table.title = data::text(at(object(root), "title"));
    table.label = data::text(at(root, "label"));
    table.track = data::text(at(root, "track"));
    table.device = data::text(at(root, "device"));
    table.n = whole_or(root, "n");
    if (table.n == 0) table.n = whole_or(root, "n_inferred");
    table.n_inferred = maybe(root, "n_inferred").has_value();
    table.block = static_cast<unsigned>(whole_or(root, "block_size"));
    const Field units = at(root, "unit");
    table.time_unit = one_of(at(units, "time"), {"s", "ms", "us", "ns"});
    const double second = seconds_in(table.time_unit);
    if (const auto bandwidth = maybe(units, "bandwidth")) one_of(*bandwidth, {"GB/s"});
    for (const Field& entry : items(at(root, "rows"))) {
      PublishedRow row;
      row.stage = data::text(at(entry, "stage"));
      row.note = text_or(entry, "note");
      row.n = whole_or(entry, "n", table.n);
      if (const auto time = number_if(entry, "time")) row.time = *time * second;
      if (const auto bandwidth = number_if(entry, "bandwidth")) row.bandwidth = *bandwidth * 1e9;
      table.rows.push_back(row);
    }
    if (!table.rows.empty() && table.n == 0) table.n = table.rows.front().n;
    return table;
  } catch (const os::Error& error) {
    throw os::Error(fmt::format("{}: {}", name, error.what()));
  }
}

std::vector<Published> read_published(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<Published> published;
  for (const std::string& path : paths)
    published.push_back(published_from(parse_json(os::read_text(path), path), path));
  return published;
}

std::optional<Table> published_table(const std::vector<Published>& published, const std::string& track,
                                     const RunFile* ours, const std::string& ours_from,
                                     const TableOptions& filter) {
  std::vector<const Published*> about;
  for (const Published& table : published)
    if (table.track == track) about.push_back(&table);
  if (about.empty()) return std::nullopt;

  uint64_t n = 0;
  unsigned block = 0;
  Mine mine;
  if (ours) mine = our_rows(*ours, track, filter.ns, about, n, block);
  std::vector<double> times;
  for (const auto& [stage, row] : mine)
    if (row->time) times.push_back(row->time->median);
  const text::TimeUnit unit = text::unit_for(times);

  std::vector<const Published*> by_length = about;
  std::stable_sort(by_length.begin(), by_length.end(),
                   [](const Published* a, const Published* b) { return a->rows.size() > b->rows.size(); });
  const std::vector<std::string> stages = stages_of(by_length, mine, ours, filter);
  if (stages.empty()) return std::nullopt;

  Table table;
  table.title = fmt::format("{} · published figures{}", track, mine.empty() ? "" : " beside ours");
  table.columns.push_back({"stage", "", "", Align::left, false, 0});
  const std::string device = mine.empty() ? "" : text::short_device(ours->context.device);
  if (!mine.empty()) add_columns(table, "ours, " + device, unit.name);
  for (const Published* source : by_length) add_columns(table, source->label, source->time_unit);

  for (const std::string& stage : stages) {
    Row line;
    line.cells.push_back({stage});
    if (!mine.empty()) {
      const auto found = mine.find(stage);
      add_ours(line, found == mine.end() ? nullptr : found->second, unit);
    }
    for (const Published* source : by_length) add_published(line, stage, *source);
    table.rows.push_back(std::move(line));
  }
  drop_empty_columns(table);

  if (!mine.empty()) table.provenance = "ours: " + provenance(ours->context) + "; ";
  table.provenance += "figures from articles are published values, not measured by this harness";
  if (!mine.empty())
    table.notes.push_back(fmt::format("ours: n = {}, block {}, measured on {}.", text::n_text(n), block,
                                      where_measured(ours->context, ours_from)));
  for (const Published* source : by_length) add_notes(table, *source, filter);
  return table;
}

}  // namespace ladder::report
