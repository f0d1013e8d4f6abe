// A sweep: one row per stage, one column per n, once as bandwidth and once as time; for stages on several GPUs,
// also their scaling.
#include "tables/arithmetic.h"
#include "tables/groups.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace ladder::report {
namespace {

enum class Quantity { bandwidth, operations, time, vs_one_gpu, efficiency, weak };

bool is_scaling(Quantity q) {
  return q != Quantity::bandwidth && q != Quantity::operations && q != Quantity::time;
}

struct RowOverN {
  const bench::Result* first;
  std::vector<const bench::Result*> at;  // one for each n; nullptr: not measured
};

bool same_row(const bench::Result& a, const bench::Result& b) {
  return a.id == b.id && a.backend == b.backend && a.scan == b.scan && a.gpus == b.gpus;
}

void collect(std::vector<RowOverN>& lines, const Rows& rows, size_t column, size_t columns) {
  for (const bench::Result* row : rows) {
    auto line =
        std::find_if(lines.begin(), lines.end(), [&](const RowOverN& l) { return same_row(*l.first, *row); });
    if (line == lines.end()) line = lines.insert(lines.end(), {row, Rows(columns, nullptr)});
    line->at[column] = row;
  }
}

Cell scaling_cell(const bench::Result& row, Quantity quantity, const RunFile& file) {
  if (quantity == Quantity::weak) {
    const auto weak = weak_scaling(file, row);
    return {weak ? text::percent_text(weak->value) : "-"};
  }
  const auto found = row.speedup.find("vs_one_gpu");
  if (found == row.speedup.end()) return {"-"};
  return {quantity == Quantity::vs_one_gpu ? ratio_text(found->second)
                                           : text::percent_text(found->second.value / row.gpus.value_or(1))};
}

Cell value_cell(const bench::Result* row, Quantity quantity, const RunFile& file) {
  if (row == nullptr || !row->skipped.empty()) return {"-", Tone::faint};
  if (!row->verdict.passed() && row->verdict.status != check::Status::unchecked) return verdict_cell(*row);
  if (is_scaling(quantity)) return scaling_cell(*row, quantity, file);
  if (quantity == Quantity::bandwidth) return {row->bandwidth ? text::rate_text(*row->bandwidth) : "-"};
  if (quantity == Quantity::operations) {
    const double rate = operations_per_second(*row);
    return {rate > 0 ? text::significant(rate / 1e12) : "-"};
  }
  return {row->time ? text::significant(row->time->median * 1e6) : "-"};
}

Table sweep_table(const std::vector<Group>& at_n, size_t first, size_t last, Quantity quantity,
                  const RunFile& file, const TableOptions& options) {
  const Group& group = at_n.front();
  std::vector<RowOverN> stages, peers, cpu;
  for (size_t c = first; c < last; ++c) {
    collect(stages, at_n[c].stages, c - first, last - first);
    collect(peers, at_n[c].peers, c - first, last - first);
    collect(cpu, at_n[c].cpu, c - first, last - first);
  }
  const bool measured = group.backend == bench::Backend::cuda;
  Table table;
  table.title =
      fmt::format("{}{} · {} for n = {} to {} · {}", group.track, conditions_but_n(group),
                  quantity == Quantity::vs_one_gpu ? "speedup over one GPU"
                  : quantity == Quantity::efficiency
                      ? "efficiency in % (speedup over one GPU, divided by the number of GPUs)"
                  : quantity == Quantity::weak
                      ? "weak scaling in % (time of one GPU for its part of n, divided by that of all GPUs)"
                  : quantity == Quantity::bandwidth  ? "GB/s"
                  : quantity == Quantity::operations ? "TFLOP/s"
                  : measured                         ? "us"
                                                     : "executor us",
                  size_text(at_n[first]), size_text(at_n[last - 1]),
                  measured                               ? file.context.device + " (cuda)"
                  : group.backend == bench::Backend::cpu ? "native CPU code (cpu)"
                                                         : "executor on this CPU (simt): no GPU was used");
  table.columns.push_back({"stage", "", "", Align::left, false, 0});
  for (size_t c = first; c < last; ++c)
    table.columns.push_back({size_text(at_n[c]), "", "", Align::right, false, 0});

  const auto add = [&](const std::vector<RowOverN>& lines, const std::string& section) {
    std::vector<Row> rows;
    for (const RowOverN& line : lines) {
      Row row;
      // Peers compute both kinds of scan, so their plain names would appear twice.
      const bool both = std::count_if(lines.begin(), lines.end(), [&](const RowOverN& other) {
                          return other.first->id == line.first->id && other.first->gpus == line.first->gpus;
                        }) > 1;
      row.cells.push_back({stage_and_gpus(*line.first) + (both ? ", " + line.first->scan : "")});
      for (const bench::Result* result : line.at) row.cells.push_back(value_cell(result, quantity, file));
      const bool says_something = std::any_of(row.cells.begin() + 1, row.cells.end(),
                                              [](const Cell& cell) { return cell.text != "-"; });
      if (says_something || (is_stage(*line.first) && !is_scaling(quantity))) rows.push_back(std::move(row));
    }
    if (!rows.empty() && !section.empty()) table.rows.emplace_back().section = section;
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  };
  add(stages, "");
  if (!is_scaling(quantity)) {
    if (options.peers) add(peers, kBesideStages);
    if (options.peers)
      add(cpu,
          fmt::format("native code on the CPU ({}), without the executor or a GPU", file.context.host_cpu));
  }

  table.provenance = provenance(file.context);
  if (measured)
    table.notes.push_back(fmt::format(
        "Measured on {}. Whole jobs, medians; {}, divided by the time.", where_measured(file.context, ""),
        std::ranges::any_of(at_n, is_arithmetic_group)
            ? "TFLOP/s (10^12 operations per second): the operations of the task"
            : "GB/s (10^9 bytes per second): the bytes that the algorithm must move"));
  else
    table.notes.push_back(
        fmt::format("Time of the CPU ({}); it says nothing about a GPU.", file.context.host_cpu));
  Rows all;
  for (size_t c = first; c < last; ++c) all.insert(all.end(), at_n[c].stages.begin(), at_n[c].stages.end());
  std::set<std::string> said;  // each verdict of a stage is mentioned once, not for each n
  Rows once;
  for (const bench::Result* row : all)
    if (said.insert(row->id + data::name(row->verdict.status) + text_of(row->skipped)).second)
      once.push_back(row);
  add_verdict_notes(table, once);
  return table;
}

// The values of n at which at least one row has this quantity; the others are left out.
std::vector<Group> where_scaling(const std::vector<Group>& over_n, Quantity quantity, const RunFile& file) {
  std::vector<Group> with;
  std::copy_if(over_n.begin(), over_n.end(), std::back_inserter(with), [&](const Group& group) {
    return std::any_of(group.stages.begin(), group.stages.end(), [&](const bench::Result* row) {
      return scaling_cell(*row, quantity, file).text != "-";
    });
  });
  return with;
}

}  // namespace

std::vector<Table> sweep_tables(const std::vector<Group>& same_but_n, const RunFile& file,
                                const TableOptions& options) {
  std::vector<Group> sorted = same_but_n;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Group& a, const Group& b) { return a.n < b.n; });
  size_t name = 5, widest = 5;
  for (const Group& group : sorted) {
    widest = std::max(widest, text::text_width(size_text(group)));
    for (const Rows* rows : {&group.stages, &group.peers, &group.cpu})
      for (const bench::Result* row : *rows) {
        name = std::max(name, text::text_width(stage_and_gpus(*row)));
        if (row->time)
          widest = std::max(widest, text::text_width(text::significant(row->time->median * 1e6)));
      }
  }
  size_t columns = kPageColumns - 1;
  if (options.format == Format::text)
    columns = options.width > name ? (options.width - name) / (widest + 2) : sorted.size();
  columns = std::max<size_t>(columns, 1);

  std::vector<Table> tables;
  const auto asked_for = [&](const char* key) {
    return options.columns.empty() ||
           std::find(options.columns.begin(), options.columns.end(), key) != options.columns.end();
  };
  for (const std::string& key : options.columns)
    if (key != "time" && key != "GB/s" && key != "TFLOP/s" && key != "vs_one_gpu" && key != "efficiency" &&
        key != "weak")
      throw os::Error(fmt::format(
          "columns={}: a sweep has a column for each n; valid columns are time, GB/s, TFLOP/s, vs_one_gpu, "
          "efficiency and weak",
          key));
  constexpr std::pair<Quantity, const char*> kQuantities[] = {
      {Quantity::bandwidth, "GB/s"},        {Quantity::operations, "TFLOP/s"},    {Quantity::time, "time"},
      {Quantity::vs_one_gpu, "vs_one_gpu"}, {Quantity::efficiency, "efficiency"}, {Quantity::weak, "weak"}};
  for (const auto& [quantity, key] : kQuantities) {
    if (!asked_for(key)) continue;
    const bool rate = quantity == Quantity::bandwidth || quantity == Quantity::operations;
    if (rate && (sorted.front().backend != bench::Backend::cuda ||
                 std::ranges::any_of(sorted, is_arithmetic_group) != (quantity == Quantity::operations)))
      continue;
    const std::vector<Group> shown = is_scaling(quantity) ? where_scaling(sorted, quantity, file) : sorted;
    if (shown.empty()) continue;
    const size_t parts = (shown.size() + columns - 1) / columns;
    const size_t in_part =
        (shown.size() + parts - 1) / parts;  // columns are distributed as evenly as possible
    for (size_t first = 0; first < shown.size(); first += in_part) {
      const size_t last = std::min(first + in_part, shown.size());
      tables.push_back(sweep_table(shown, first, last, quantity, file, options));
      if (last < shown.size()) clear_notes(tables.back());  // notes appear only below the last part
    }
  }
  return tables;
}

}  // namespace ladder::report
