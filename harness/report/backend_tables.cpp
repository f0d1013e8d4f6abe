// The table of one track on one backend: cuda (measured), simt (counted) or cpu.
#include "report/groups.h"

#include <algorithm>

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

Column left(const char* heading, bool flexible = false) {
  return {heading, "", "", Align::left, flexible, 0};
}
Column right(std::string heading, std::string short_heading = "", std::string group = "", int drop = 0) {
  return {std::move(heading), std::move(short_heading), std::move(group), Align::right, false, drop};
}

std::string scan_cell(const bench::Result& row) {
  return row.scan == "inclusive" ? "incl." : row.scan == "exclusive" ? "excl." : "";
}

double ratio(uint64_t over, uint64_t under) { return static_cast<double>(over) / static_cast<double>(under); }

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

}  // namespace

Table cuda_table(const Group& group, const RunFile& file) {
  Rows all = group.stages;
  all.insert(all.end(), group.peers.begin(), group.peers.end());
  const TimeUnit unit = unit_for(medians(all));

  Table table;
  table.title = fmt::format("{} · {} · {} (cuda)", group.track, conditions(group), file.context.device);
  table.columns = {
      left("stage"),
      left("idea", true),
      left("scan"),
      left("verdict"),
      right(unit.name),
      right(fmt::format("first pass {}", unit.name), fmt::format("1st pass\n{}", unit.name), "", 2),
      right("GB/s"),
      right("% of ceiling", "% of\nceiling"),
      right("% of theoretical", "% of\npeak", "", 3),
      right("vs first", "vs\nfirst"),
      right("vs previous", "vs pre-\nvious"),
      right("vs peer", "vs\npeer")};
  const auto add = [&](const bench::Result& row) {
    Row line;
    line.wide_name = !is_stage(row);
    line.cells = {{stage_name(row)},
                  {is_stage(row) ? row.idea : ""},
                  {scan_cell(row)},
                  verdict_cell(row),
                  time_cell(row, unit),
                  {row.first_pass ? time_text(row.first_pass->median, unit) : "-"},
                  {row.bandwidth ? rate_text(*row.bandwidth) : "-"},
                  {row.fraction_of_ceiling ? percent_text(*row.fraction_of_ceiling) : "-"},
                  {row.fraction_of_peak ? percent_text(*row.fraction_of_peak) : "-"},
                  ratio_cell(row, "vs_first"),
                  ratio_cell(row, "vs_previous"),
                  ratio_cell(row, "vs_peer")};
    if (row.fraction_of_ceiling && *row.fraction_of_ceiling > 1) line.cells[7].tone = Tone::warn;
    table.rows.push_back(std::move(line));
  };
  for (const bench::Result* row : group.stages) add(*row);
  if (!group.peers.empty()) table.rows.push_back(section("peers and ceilings, same GPU, same run"));
  for (const bench::Result* row : group.peers) add(*row);
  add_cpu_rows(table, group.cpu, unit, 4, file.context);
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
  const std::string executor = "executor", counted = "counted by the executor";
  Table table;
  table.title =
      fmt::format("{} · {} · executor on this CPU (simt): no GPU was used", group.track, conditions(group));
  table.columns = {left("stage"),
                   left("idea", true),
                   left("scan"),
                   left("verdict"),
                   right(unit.name, "", executor),
                   right("sectors per load request", "sect.\n/load", counted),
                   right("wavefronts per shared request", "wave\n/req", counted),
                   right("active lanes per request", "lanes\n/req", counted),
                   right("barriers", "bar-\nriers", counted, 1),
                   right("integer divisions", "divi-\nsions", counted, 1),
                   right("atomics", "ato-\nmics", counted, 2),
                   right("shuffles", "shuf-\nfles", counted, 3),
                   right("launches", "laun-\nches", counted, 4)};
  Recorded recorded;
  TimeUnit gpu_unit{"us", 1e-6};
  if (options.recorded) {
    recorded = recorded_beside(group, *options.recorded);
    gpu_unit = unit_for(medians(recorded.rows));
    const std::string heading = short_device(options.recorded->context.device) + " recorded";
    table.columns.push_back(right(gpu_unit.name, "", heading));
    table.columns.push_back(right("GB/s", "", heading));
  }
  uint64_t sampled = 0, blocks = 0;
  for (size_t i = 0; i < group.stages.size(); ++i) {
    const bench::Result& row = *group.stages[i];
    Row line;
    line.cells = {{row.stage}, {row.idea}, {scan_cell(row)}, verdict_cell(row), time_cell(row, unit)};
    if (row.counters) {
      const simt::Counters& c = *row.counters;
      sampled = c.sampled_blocks < c.total_blocks ? std::max(sampled, c.sampled_blocks) : sampled;
      blocks = std::max(blocks, c.total_blocks);
      const uint64_t shared = c.shared_load_requests + c.shared_store_requests;
      const auto count = [](uint64_t value) {
        return Cell{value == 0 ? "-" : count_text(static_cast<double>(value))};
      };
      const auto per = [](uint64_t over, uint64_t under) {
        return Cell{under == 0 ? "-" : significant(ratio(over, under))};
      };
      line.cells.insert(line.cells.end(), {per(c.global_load_sectors, c.global_load_requests),
                                           per(c.shared_load_wavefronts + c.shared_store_wavefronts, shared),
                                           {significant(c.active_lanes_per_request())},
                                           count(c.barriers),
                                           count(c.integer_divisions),
                                           count(c.atomics),
                                           count(c.shuffles),
                                           count(c.launches)});
    } else {
      line.cells.resize(13, {"-"});
    }
    if (options.recorded) {
      const bench::Result* gpu = recorded.rows[i];
      line.cells.push_back({gpu ? time_text(gpu->time->median, gpu_unit) : "-"});
      line.cells.push_back({gpu && gpu->bandwidth ? rate_text(*gpu->bandwidth) : "-"});
    }
    table.rows.push_back(std::move(line));
  }
  add_cpu_rows(table, group.cpu, unit, 4, file.context);
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
  table.columns = {left("reference"), left("idea", true), left("scan"),
                   left("verdict"),   right(unit.name),   right("GB/s")};
  for (const bench::Result* row : group.cpu)
    table.rows.push_back({{{row->id},
                           {row->idea},
                           {scan_cell(*row)},
                           verdict_cell(*row),
                           time_cell(*row, unit),
                           {row->bandwidth ? rate_text(*row->bandwidth) : "-"}},
                          "",
                          false});
  if (const size_t samples = median_samples(group.cpu); samples > 0)
    table.notes.push_back(
        fmt::format("Measured on {}, median of {} samples.", file.context.host_cpu, samples));
  add_verdict_notes(table, group.cpu);
  return table;
}

void add_cpu_rows(Table& table, const Rows& cpu, const TimeUnit& unit, size_t time_column,
                  const Context& context) {
  if (cpu.empty()) return;
  table.rows.push_back(
      section(fmt::format("native code on the CPU ({}), neither executor nor GPU", context.host_cpu)));
  for (const bench::Result* row : cpu) {
    Row line;
    line.wide_name = true;
    line.cells.resize(table.columns.size(), {"-"});
    line.cells[0] = {row->id};
    line.cells[1] = {};
    line.cells[2] = {scan_cell(*row)};
    line.cells[3] = verdict_cell(*row);
    line.cells[time_column] = time_cell(*row, unit);
    table.rows.push_back(std::move(line));
  }
}

}  // namespace report
