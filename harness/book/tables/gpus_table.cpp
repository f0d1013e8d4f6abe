// GPUs side by side: a row for each stage, and a set of columns for each GPU. If there are several tracks, the
// columns show how close each stage comes to that GPU's own ceiling.
#include "tables/columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace ladder::report {
namespace {

struct Line {
  const bench::Result* first;
  Rows at;  // one for each file; nullptr: not recorded in that file
};

void collect(std::vector<Line>& lines, const bench::Result& row, size_t file, size_t files) {
  auto line =
      std::find_if(lines.begin(), lines.end(), [&](const Line& l) { return same_but_file(*l.first, row); });
  if (line == lines.end()) line = lines.insert(lines.end(), {&row, Rows(files, nullptr)});
  line->at[file] = &row;
}

// Does the column show a property of the row that does not depend on the GPU?
bool of_the_row(const Column& column) {
  return column.key == "stage" || column.key == "idea" || column.key == "scan" || column.key == "GPUs";
}

// The time of a wrong stage means nothing.
Cell cell_of(const Filled& filled, const bench::Result* row) {
  if (row == nullptr) return {"-"};
  if (!row->skipped.empty()) return {"skipped", Tone::faint};
  if (is_wrong(*row)) return {verdict_word(*row), Tone::bad};
  return filled.cell(*row);
}

enum class Said { same, differing };

// The conditions that all lines share, " · n = 2^28 · f32 · block 256"; or those in which lines with this name
// differ, ", n = 2^25".
std::string conditions(const bench::Result& row, const std::vector<Line>& lines, Said which) {
  std::string text;
  const auto add = [&](auto member, bool there, const std::string& words) {
    const bool same = std::all_of(lines.begin(), lines.end(), [&](const Line& line) {
      return (which == Said::differing && line.first->id != row.id) || line.first->*member == row.*member;
    });
    if (there && same == (which == Said::same)) text += (which == Said::same ? " · " : ", ") + words;
  };
  if (row.sizes.empty())
    add(&bench::Result::n, true, "n = " + text::n_text(row.n));
  else
    add(&bench::Result::sizes, true, size_text(row));
  add(&bench::Result::dtype, !row.dtype.empty(), row.dtype);
  add(&bench::Result::block, row.block != 0, fmt::format("block {}", row.block));
  return text;
}

// The most informative columns, as many as fit on a page.
std::vector<std::string> default_columns(const TableOptions& options, size_t files, bool scans) {
  if (options.track.empty()) return {"stage", "ceiling"};
  std::vector<std::string> shared = {"stage"}, own = {"time", "vs_first", "ceiling"};
  if (scans) shared.push_back("scan");
  const size_t room = kPageColumns - shared.size();
  while (own.size() > 1 && own.size() * files > room) own.pop_back();
  if (options.slide && own.size() > 2) own.pop_back();
  if (own.size() * files < room) shared.insert(shared.begin() + 1, "idea");
  shared.insert(shared.end(), own.begin(), own.end());
  return shared;
}

// The columns named by the options; otherwise the most informative ones that are not empty in every row.
std::vector<std::string> keys_of(const TableOptions& options, const Columns& columns, const Rows& all,
                                 size_t files) {
  if (!options.columns.empty()) return options.columns;
  const bool scans = std::any_of(all.begin(), all.end(), [](const auto* row) { return !row->scan.empty(); });
  std::vector<std::string> keys = default_columns(options, files, scans);
  for (const Filled& filled : columns)
    if (std::all_of(all.begin(), all.end(), [&](const auto* row) { return filled.cell(*row).text == "-"; }))
      std::erase(keys, filled.column.key);
  return keys;
}

Column of_gpu(Column column, const std::string& device, bool one_each) {
  column.drop = 0;  // with a single GPU, no column is dropped
  if (one_each) {
    column.heading = device;
    column.short_heading.clear();
  } else {
    column.group = device;
    column.of_group = true;
  }
  return column;
}

// The rate reached by `id` on this GPU, in GB/s.
Cell ceiling(const RunFile& file, const std::string& id, uint64_t n) {
  for (const bench::Result& row : file.results)
    if (row.id == id && row.n == n && row.bandwidth) return {text::rate_text(*row.bandwidth)};
  return {"-"};
}

void add_ceilings(Table& table, const std::vector<const RunFile*>& files, const std::vector<Line>& lines,
                  bool one_n) {
  table.rows.emplace_back().section = "the ceilings themselves, in GB/s";
  std::set<uint64_t> sizes;
  for (const Line& line : lines) sizes.insert(line.first->n);
  for (const char* id : {"ceiling/read", "ceiling/copy", "ceiling/memcpy"})
    for (const uint64_t n : sizes) {
      Row row;
      row.cells.push_back({id + (one_n ? "" : ", n = " + text::n_text(n))});
      for (const RunFile* file : files) row.cells.push_back(ceiling(*file, id, n));
      table.rows.push_back(std::move(row));
    }
}

}  // namespace

std::optional<Table> gpus_table(const std::vector<const RunFile*>& files, const TableOptions& options) {
  std::vector<Line> stages, beside;
  TableOptions measured = options;
  measured.backend = bench::Backend::cuda;
  Rows all;
  for (size_t f = 0; f < files.size(); ++f)
    for (const Group& group : groups(*files[f], measured))
      for (const Rows* rows : {&group.stages, &group.peers})
        for (const bench::Result* row : *rows) {
          collect(rows == &group.stages ? stages : beside, *row, f, files.size());
          all.push_back(row);
        }
  if (stages.empty()) return std::nullopt;

  const Columns columns = cuda_columns(text::unit_for(medians(all)), false);
  const std::vector<std::string> keys = keys_of(options, columns, all, files.size());
  std::vector<const Filled*> shared, own;
  for (const Filled& filled : columns) (of_the_row(filled.column) ? shared : own).push_back(&filled);
  std::vector<std::string> own_keys;
  for (const Filled* filled : own)
    if (std::find(keys.begin(), keys.end(), filled->column.key) != keys.end())
      own_keys.push_back(filled->column.heading);
  const bool one_each = own_keys.size() == 1,
             only_ceiling = keys == std::vector<std::string>{"stage", "ceiling"};

  Table table;
  for (const Filled* filled : shared) table.columns.push_back(filled->column);
  const std::vector<std::string> devices = device_names(files);
  for (const std::string& device : devices)
    for (const Filled* filled : own) table.columns.push_back(of_gpu(filled->column, device, one_each));
  const auto add = [&](const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      Row row;
      row.wide_name = !is_stage(*line.first);
      for (const Filled* filled : shared) row.cells.push_back(filled->cell(*line.first));
      row.cells[0].text = (options.track.empty() ? line.first->id : stage_and_gpus(*line.first)) +
                          conditions(*line.first, lines, Said::differing);
      for (const bench::Result* result : line.at)
        for (const Filled* filled : own) row.cells.push_back(cell_of(*filled, result));
      table.rows.push_back(std::move(row));
    }
  };
  add(stages);
  if (!only_ceiling && options.peers && !options.track.empty() && !beside.empty()) {
    table.rows.emplace_back().section = kBesideStages;
    add(beside);
  }
  choose_columns(table, keys);

  const bool one_n = std::all_of(stages.begin(), stages.end(),
                                 [&](const Line& line) { return line.first->n == stages[0].first->n; });
  if (only_ceiling) {
    table.title = "% of each GPU's own ceiling" + (one_n ? " · n = " + text::n_text(stages[0].first->n) : "");
    if (options.peers) add_ceilings(table, files, stages, one_n);
  } else {
    table.title =
        fmt::format("{}{}{}", options.track.empty() ? "all tracks" : options.track,
                    one_each ? " · " + own_keys[0] : "", conditions(*stages[0].first, stages, Said::same));
  }
  std::vector<std::string> provenances;
  for (size_t f = 0; f < files.size(); ++f) {
    table.notes.push_back(
        fmt::format("{}: measured on {}.", devices[f], where_measured(files[f]->context, "")));
    provenances.push_back(provenance(files[f]->context));
  }
  table.provenance = fmt::format("{}", fmt::join(provenances, "; "));
  table.signs = signs_of_measured();
  return table;
}

}  // namespace ladder::report
