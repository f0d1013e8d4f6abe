// The table of one track on one backend: cuda (measured), simt (counted) or cpu.
#include "report/groups.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace report {
namespace {

std::vector<double> medians(const Rows& rows) {
  std::vector<double> values;
  for (const bench::Result* row : rows)
    if (row && row->time) values.push_back(row->time->median);
  return values;
}

Cell time_cell(const bench::Result& row, const TimeUnit& unit) {
  return {row.time ? time_text(row.time->median, unit) : "-"};
}

Cell ratio_cell(const bench::Result& row, const char* which) {
  const auto found = row.speedup.find(which);
  if (found == row.speedup.end()) return {"-"};
  return {ratio_text(found->second), found->second.distinguishable() ? Tone::plain : Tone::faint};
}

// A column, and what stands in it for each row.
struct Filled {
  Column column;
  std::function<Cell(const bench::Result&)> cell;
  bool for_cpu = false;  // also for the references on the CPU below a table of stages; "-" in the others
};
using Columns = std::vector<Filled>;

Column left(const char* heading, bool flexible = false) {
  return {heading, "", "", Align::left, flexible, 0};
}
Column right(std::string heading, std::string short_heading = "", std::string group = "", int drop = 0) {
  return {std::move(heading), std::move(short_heading), std::move(group), Align::right, false, drop};
}

std::string scan_cell(const bench::Result& row) {
  return row.scan == "inclusive" ? "incl." : row.scan == "exclusive" ? "excl." : "";
}

Row section(const std::string& text) {
  Row row;
  row.section = text;
  return row;
}

size_t median_samples(const Rows& rows) {
  for (const bench::Result* row : rows)
    if (row->time) return row->time->samples.size();
  return 0;
}

Cell rate_cell(const bench::Result& row) { return {row.bandwidth ? rate_text(*row.bandwidth) : "-"}; }

Cell ceiling_cell(const bench::Result& row) {
  if (!row.fraction_of_ceiling) return {"-"};
  return {percent_text(*row.fraction_of_ceiling), *row.fraction_of_ceiling > 1 ? Tone::warn : Tone::plain};
}

// Which row it is, and what came of it.
Columns leading_columns(const TimeUnit& unit, const std::string& group = "") {
  return {
      {left("stage"), [](const bench::Result& row) { return Cell{stage_name(row)}; }, true},
      {left("idea", true), [](const bench::Result& row) { return Cell{is_stage(row) ? row.idea : ""}; },
       true},
      {left("scan"), [](const bench::Result& row) { return Cell{scan_cell(row)}; }, true},
      {left("verdict"), verdict_cell, true},
      {right(unit.name, "", group), [unit](const bench::Result& row) { return time_cell(row, unit); }, true}};
}

Columns cuda_columns(const TimeUnit& unit) {
  Columns columns = leading_columns(unit);
  const auto versus = [](const char* which) {
    return [which](const bench::Result& row) { return ratio_cell(row, which); };
  };
  for (Filled& column :
       Columns{{right(fmt::format("first pass {}", unit.name), fmt::format("1st pass\n{}", unit.name), "", 2),
                [unit](const bench::Result& row) {
                  return Cell{row.first_pass ? time_text(row.first_pass->median, unit) : "-"};
                }},
               {right("GB/s"), rate_cell},
               {right("% of ceiling", "% of\nceiling"), ceiling_cell},
               {right("% of theoretical", "% of\npeak", "", 3),
                [](const bench::Result& row) {
                  return Cell{row.fraction_of_peak ? percent_text(*row.fraction_of_peak) : "-"};
                }},
               {right("vs first", "vs\nfirst"), versus("vs_first")},
               {right("vs previous", "vs pre-\nvious"), versus("vs_previous")},
               {right("vs peer", "vs\npeer"), versus("vs_peer")}})
    columns.push_back(std::move(column));
  return columns;
}

using Number = std::string (*)(const simt::Counters&);

std::string count(uint64_t value) { return value == 0 ? "-" : count_text(static_cast<double>(value)); }
std::string each(uint64_t over, uint64_t under) {
  return under == 0 ? "-" : significant(simt::per(over, under));
}

Columns simt_columns(const TimeUnit& unit) {
  Columns columns = leading_columns(unit, "executor");
  const auto counted = [&](const char* heading, const char* short_heading, int drop, Number number) {
    columns.push_back(
        {right(heading, short_heading, "counted by the executor", drop),
         [number](const bench::Result& row) { return Cell{row.counters ? number(*row.counters) : "-"}; }});
  };
  using C = simt::Counters;
  counted("sectors per load request", "sect.\n/load", 0,
          [](const C& c) { return each(c.global_load_sectors, c.global_load_requests); });
  counted("wavefronts per shared request", "wave\n/req", 0, [](const C& c) {
    return each(c.shared_load_wavefronts + c.shared_store_wavefronts,
                c.shared_load_requests + c.shared_store_requests);
  });
  counted("active lanes per request", "lanes\n/req", 0,
          [](const C& c) { return significant(c.active_lanes_per_request()); });
  counted("barriers", "bar-\nriers", 1, [](const C& c) { return count(c.barriers); });
  counted("integer divisions", "divi-\nsions", 1, [](const C& c) { return count(c.integer_divisions); });
  counted("atomics", "ato-\nmics", 2, [](const C& c) { return count(c.atomics); });
  counted("shuffles", "shuf-\nfles", 3, [](const C& c) { return count(c.shuffles); });
  counted("launches", "laun-\nches", 4, [](const C& c) { return count(c.launches); });
  return columns;
}

void set_columns(Table& table, const Columns& columns) {
  for (const Filled& filled : columns) table.columns.push_back(filled.column);
}

void add_row(Table& table, const Columns& columns, const bench::Result& row, bool wide_name) {
  Row line;
  line.wide_name = wide_name;
  for (const Filled& filled : columns) line.cells.push_back(filled.cell(row));
  table.rows.push_back(std::move(line));
}

void add_cpu_rows(Table& table, const Columns& columns, const Rows& cpu, const Context& context) {
  if (cpu.empty()) return;
  table.rows.push_back(
      section(fmt::format("native code on the CPU ({}), neither executor nor GPU", context.host_cpu)));
  for (const bench::Result* row : cpu) {
    Row line;
    line.wide_name = true;
    for (const Filled& filled : columns) line.cells.push_back(filled.for_cpu ? filled.cell(*row) : Cell{"-"});
    table.rows.push_back(std::move(line));
  }
}

}  // namespace

Table cuda_table(const Group& group, const RunFile& file) {
  Rows all = group.stages;
  all.insert(all.end(), group.peers.begin(), group.peers.end());
  const TimeUnit unit = unit_for(medians(all));

  Table table;
  table.title = fmt::format("{} · {} · {} (cuda)", group.track, conditions(group), file.context.device);
  const Columns columns = cuda_columns(unit);
  set_columns(table, columns);
  for (const bench::Result* row : group.stages) add_row(table, columns, *row, false);
  if (!group.peers.empty()) table.rows.push_back(section("peers and ceilings, same GPU, same run"));
  for (const bench::Result* row : group.peers) add_row(table, columns, *row, true);
  add_cpu_rows(table, columns, group.cpu, file.context);
  drop_empty_columns(table, 2);

  if (const size_t samples = median_samples(all); samples > 0)
    table.notes.push_back(
        fmt::format("Measured on {}. Time is of the whole job, the median of {} samples; GB/s (10^9) is the "
                    "algorithm's bytes over it.",
                    where_measured(file.context, ""), samples));
  if (const bench::Result* ceiling = ceiling_of(group))
    table.notes.push_back(
        fmt::format("Ceiling: {} at {} GB/s in the same run{}.", ceiling->id, rate_text(*ceiling->bandwidth),
                    file.context.peak_bandwidth
                        ? fmt::format(" (theoretical {} GB/s)", rate_text(*file.context.peak_bandwidth))
                        : ""));
  if (median_samples(all) > 0)
    table.notes.push_back("≈ is not distinguishable from 1: its 95 % interval holds 1. ! is over 100 %.");
  add_verdict_notes(table, all);
  return table;
}

Table simt_table(const Group& group, const RunFile& file, const TableOptions& options) {
  const TimeUnit unit = unit_for(medians(group.stages));
  Table table;
  table.title =
      fmt::format("{} · {} · executor on this CPU (simt): no GPU was used", group.track, conditions(group));
  Columns columns = simt_columns(unit);
  Recorded recorded;
  TimeUnit gpu_unit{"us", 1e-6};
  if (options.recorded) {
    recorded = recorded_beside(group, *options.recorded);
    gpu_unit = unit_for(medians(recorded.rows));
    const std::string heading = short_device(options.recorded->context.device) + " recorded";
    const auto on_gpu = [&](auto cell) {
      return [&stages = group.stages, &rows = recorded.rows, cell](const bench::Result& row) {
        const auto at = std::find(stages.begin(), stages.end(), &row);
        const bench::Result* gpu = rows[static_cast<size_t>(at - stages.begin())];
        return gpu ? cell(*gpu) : Cell{"-"};
      };
    };
    columns.push_back({right(gpu_unit.name, "", heading),
                       on_gpu([gpu_unit](const bench::Result& gpu) { return time_cell(gpu, gpu_unit); })});
    columns.push_back({right("GB/s", "", heading), on_gpu(rate_cell)});
  }
  set_columns(table, columns);
  uint64_t sampled = 0, blocks = 0;
  for (const bench::Result* row : group.stages) {
    add_row(table, columns, *row, false);
    if (!row->counters) continue;
    const simt::Counters& c = *row->counters;
    sampled = c.sampled_blocks < c.total_blocks ? std::max(sampled, c.sampled_blocks) : sampled;
    blocks = std::max(blocks, c.total_blocks);
  }
  add_cpu_rows(table, columns, group.cpu, file.context);
  drop_empty_columns(table, 2);

  if (median_samples(group.stages) > 0)
    table.notes.push_back(
        fmt::format("Executor {}: the CPU's own time ({}), median of {}; it says nothing about a GPU's.",
                    unit.name, file.context.host_cpu, median_samples(group.stages)));
  std::string note =
      fmt::format("Counted by the executor, which presents {}: the same on every computer.",
                  file.context.executor_presents.empty() ? "a fixed device" : file.context.executor_presents);
  if (sampled > 0) note += fmt::format(" From a sample of at most {} of {} blocks, scaled.", sampled, blocks);
  table.notes.push_back(note);
  if (options.recorded && recorded.n != 0)
    table.notes.push_back(fmt::format("{} recorded: n = {}, block {}, measured on {}.",
                                      short_device(options.recorded->context.device), n_text(recorded.n),
                                      recorded.block,
                                      where_measured(options.recorded->context, options.recorded_from)));
  add_verdict_notes(table, group.stages);
  return table;
}

Table cpu_table(const Group& group, const RunFile& file) {
  const TimeUnit unit = unit_for(medians(group.cpu));
  Table table;
  table.title = fmt::format("{} · {} · native CPU code (cpu)", group.track, conditions(group));
  Columns columns = leading_columns(unit);
  columns[0].column = left("reference");
  columns[1].cell = [](const bench::Result& row) { return Cell{row.idea}; };
  columns.push_back({right("GB/s"), rate_cell});
  set_columns(table, columns);
  for (const bench::Result* row : group.cpu) add_row(table, columns, *row, false);
  if (const size_t samples = median_samples(group.cpu); samples > 0)
    table.notes.push_back(
        fmt::format("Measured on {}, median of {} samples.", file.context.host_cpu, samples));
  add_verdict_notes(table, group.cpu);
  return table;
}

}  // namespace report
