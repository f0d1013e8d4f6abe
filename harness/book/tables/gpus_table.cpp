// GPUs side by side: a row for each stage, and for each GPU how near the stage comes to that GPU's own ceiling.
#include "tables/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace report {
namespace {

struct Line {
  const bench::Result* first;
  Rows at;  // per file; nullptr: not recorded there
};

bool same(const bench::Result& a, const bench::Result& b) {
  return a.id == b.id && a.n == b.n && a.sizes == b.sizes && a.dtype == b.dtype && a.block == b.block &&
         a.scan == b.scan;
}

Cell of_ceiling(const bench::Result* row) {
  if (row == nullptr) return {"-"};
  if (!row->skipped.empty()) return {"skipped"};
  if (!row->verdict.passed()) return {verdict_word(*row)};
  return {row->fraction_of_ceiling ? percent_text(*row->fraction_of_ceiling) : "-"};
}

// What `id` reached on this GPU, in GB/s.
Cell ceiling(const RunFile& file, const std::string& id, uint64_t n) {
  for (const bench::Result& row : file.results)
    if (row.id == id && row.n == n && row.bandwidth) return {rate_text(*row.bandwidth)};
  return {"-"};
}

}  // namespace

std::optional<Table> gpus_table(const std::vector<const RunFile*>& files, const TableOptions& filter) {
  std::vector<Line> lines;
  for (size_t f = 0; f < files.size(); ++f)
    for (const bench::Result& row : files[f]->results) {
      if (!is_stage(row) || row.backend != bench::Backend::cuda || !wanted(row, filter)) continue;
      auto line =
          std::find_if(lines.begin(), lines.end(), [&](const Line& l) { return same(*l.first, row); });
      if (line == lines.end()) line = lines.insert(lines.end(), {&row, Rows(files.size(), nullptr)});
      line->at[f] = &row;
    }
  if (lines.empty()) return std::nullopt;

  const bool one_n = filter.ns.size() == 1;
  Table table;
  table.title =
      fmt::format("% of each GPU's own ceiling{}", one_n ? " · n = " + n_text(filter.ns[0]) : std::string());
  table.columns = {{"stage", "", "", Align::left, false, 0}};
  for (const RunFile* file : files)
    table.columns.push_back({short_device(file->context.device), "", "", Align::right, false, 0});
  for (const Line& line : lines) {
    Row row;
    row.cells.push_back({line.first->id + (one_n ? "" : ", n = " + size_text(*line.first))});
    for (const bench::Result* result : line.at) row.cells.push_back(of_ceiling(result));
    table.rows.push_back(std::move(row));
  }
  table.rows.emplace_back().section = "the ceilings themselves, in GB/s";
  std::set<uint64_t> sizes;
  for (const Line& line : lines) sizes.insert(line.first->n);
  for (const char* id : {"ceiling/read", "ceiling/copy", "ceiling/memcpy"})
    for (const uint64_t n : sizes) {
      Row row;
      row.cells.push_back({id + (one_n ? "" : ", n = " + n_text(n))});
      for (const RunFile* file : files) row.cells.push_back(ceiling(*file, id, n));
      table.rows.push_back(std::move(row));
    }
  for (const RunFile* file : files)
    table.notes.push_back(fmt::format("{}: measured on {}.", short_device(file->context.device),
                                      where_measured(file->context, "")));
  return table;
}

}  // namespace report
