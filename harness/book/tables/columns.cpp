// The columns of the results tables, and the table for one track on one backend: cuda (measured), simt
// (counted) or cpu.
#include "tables/columns.h"
#include "stage/registry.h"
#include "tables/arithmetic.h"
#include "tables/profile.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "check/tasks.h"

namespace ladder::report {
namespace {

Cell time_cell(const bench::Result& row, const text::TimeUnit& unit) {
  return {row.time ? text::time_text(row.time->median, unit) : "-"};
}

Cell ratio_cell(const bench::Result& row, const char* which) {
  const auto found = row.speedup.find(which);
  if (found == row.speedup.end()) return {"-"};
  return {ratio_text(found->second), found->second.distinguishable() ? Tone::plain : Tone::faint};
}

Column left(const char* key, bool flexible = false, int drop = 0) {
  return {key, "", "", Align::left, flexible, drop, key};
}
Column right(std::string key, std::string heading, std::string short_heading = "", std::string group = "",
             int drop = 0) {
  return {std::move(heading), std::move(short_heading), std::move(group), Align::right, false, drop,
          std::move(key)};
}

bool all_correct(const Rows& rows) {  // considering only the rows that were run
  return std::all_of(rows.begin(), rows.end(), [](const bench::Result* row) {
    return !row->skipped.empty() || row->verdict.status == check::Status::correct;
  });
}

std::string scan_cell(const bench::Result& row) {
  return row.scan == "inclusive" ? "incl." : row.scan == "exclusive" ? "excl." : "";
}

bool looked_at_bits(const Rows& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const bench::Result* row) { return row->same_bits.has_value(); });
}

size_t median_samples(const Rows& rows) {
  for (const bench::Result* row : rows)
    if (row->time) return row->time->samples.size();
  return 0;
}

Cell rate_cell(const bench::Result& row) { return {row.bandwidth ? text::rate_text(*row.bandwidth) : "-"}; }

Cell ceiling_cell(const bench::Result& row) {
  if (!row.fraction_of_ceiling) return {"-"};
  return {text::percent_text(*row.fraction_of_ceiling),
          *row.fraction_of_ceiling > 1 ? Tone::warn : Tone::plain};
}

// The speedup over one GPU, as a fraction of the ideal speedup for this number of GPUs.
Cell efficiency_cell(const bench::Result& row) {
  const auto found = row.speedup.find("vs_one_gpu");
  if (found == row.speedup.end() || !row.gpus) return {"-"};
  return {text::percent_text(found->second.value / *row.gpus)};
}

// The conditions under which a float sum is bitwise identical: "run, block, GPU".
Cell same_bits_cell(const bench::Result& row) {
  if (!row.same_bits) return {"-"};
  const bench::SeenBits& seen = *row.same_bits;
  if (seen.results > 1) return {"none", Tone::faint};
  const stage::Stage* stage = stage::find_stage(stage::Build::simt, row.id);
  if (stage != nullptr && (stage->same_bits & stage::kEveryRun) == 0)
    return {"no promise", Tone::faint};  // even if all results happened to be equal
  std::string where = "run";
  if (seen.every_block == true) where += ", block";
  if (seen.every_gpu == "yes") where += ", GPU";
  if (seen.every_gpu == "sm_90") where += ", GPU (sm_90)";
  return {where};
}

// A row's identification and its verdict. If all rows have the same verdict, one sentence states it.
Columns leading_columns(const text::TimeUnit& unit, bool all_correct, const std::string& group = "") {
  return {{left("stage"), [](const bench::Result& row) { return Cell{stage_name(row)}; }, true},
          {left("idea", true, 10),
           [](const bench::Result& row) { return Cell{is_stage(row) ? row.idea : ""}; }, true},
          {left("scan"), [](const bench::Result& row) { return Cell{scan_cell(row)}; }, true},
          {right("GPUs", "GPUs"),
           [](const bench::Result& row) { return Cell{row.gpus ? std::to_string(*row.gpus) : ""}; }, true},
          {left("verdict", false, all_correct ? 14 : 0), verdict_cell, true},
          {{"the same bits in every", "the same bits\nin every", "", Align::left, false, 0, "same_bits"},
           same_bits_cell},
          {right("time", group.empty() ? unit.name : group + " " + unit.name, unit.name, group,
                 group.empty() ? 0 : 30),
           [unit](const bench::Result& row) { return time_cell(row, unit); }, true}};
}

}  // namespace

std::vector<double> medians(const Rows& rows) {
  std::vector<double> values;
  for (const bench::Result* row : rows)
    if (row && row->time) values.push_back(row->time->median);
  return values;
}

std::vector<std::pair<std::string, std::string>> signs_of_measured() {
  return {{"≈", "≈ marks a ratio that is not distinguishable from 1: its 95 % interval contains 1."},
          {"!", "! marks a value over 100 %."}};
}

Columns cuda_columns(const text::TimeUnit& unit, bool all_correct) {
  Columns columns = leading_columns(unit, all_correct);
  columns[1].column.drop = 0;
  const auto versus = [](const char* which) {
    return [which](const bench::Result& row) { return ratio_cell(row, which); };
  };
  for (Filled& column :
       Columns{{right("first_pass", fmt::format("first pass {}", unit.name),
                      fmt::format("1st pass\n{}", unit.name), "", 15),
                [unit](const bench::Result& row) {
                  return Cell{row.first_pass ? text::time_text(row.first_pass->median, unit) : "-"};
                }},
               {right("GB/s", "GB/s"), rate_cell},
               {right("ceiling", "% of ceiling", "% of\nceiling"), ceiling_cell},
               {right("peak", "% of theoretical", "% of\npeak", "", 16),
                [](const bench::Result& row) {
                  return Cell{row.fraction_of_peak ? text::percent_text(*row.fraction_of_peak) : "-"};
                }},
               {right("vs_first", "vs first", "vs\nfirst", "", 3), versus("vs_first")},
               {right("vs_previous", "vs previous", "vs pre-\nvious", "", 1), versus("vs_previous")},
               {right("vs_one_gpu", "vs 1 GPU", "vs 1\nGPU"), versus("vs_one_gpu")},
               {right("efficiency", "efficiency %", "effici-\nency %"), efficiency_cell},
               {right("vs_peer", "vs peer", "vs\npeer", "", 2), versus("vs_peer")}})
    columns.push_back(std::move(column));
  return columns;
}

namespace {

using Number = std::string (*)(const simt::Counters&);

std::string count(uint64_t value) { return value == 0 ? "-" : text::count_text(static_cast<double>(value)); }
std::string each(double quotient) { return std::isnan(quotient) ? "-" : text::significant(quotient); }

constexpr const char* kCounted = "counted by the executor";

// The columns that distinguish most stages are dropped last.
Columns simt_columns(const text::TimeUnit& unit, bool all_correct) {
  Columns columns = leading_columns(unit, all_correct, "executor");
  const auto counted = [&](const char* key, const char* heading, const char* short_heading, int drop,
                           Number number) {
    columns.push_back(
        {right(key, heading, short_heading, kCounted, drop),
         [number](const bench::Result& row) { return Cell{row.counters ? number(*row.counters) : "-"}; }});
  };
  using C = simt::Counters;
  counted("sectors", "sectors per load request", "sect.\n/load", 8,
          [](const C& c) { return each(c.sectors_per_global_load()); });
  counted("wavefronts", "wavefronts per shared request", "wave\n/req", 1,
          [](const C& c) { return each(c.wavefronts_per_shared_request()); });
  counted("lanes", "active lanes per request", "lanes\n/req", 2,
          [](const C& c) { return text::significant(c.active_lanes_per_request()); });
  counted("barriers", "barriers", "bar-\nriers", 3, [](const C& c) { return count(c.barriers); });
  counted("divisions", "integer divisions", "divi-\nsions", 4,
          [](const C& c) { return count(c.integer_divisions); });
  counted("atomics", "atomics", "ato-\nmics", 12, [](const C& c) { return count(c.atomics); });
  counted("shuffles", "shuffles", "shuf-\nfles", 7, [](const C& c) { return count(c.shuffles); });
  counted("launches", "launches", "laun-\nches", 11, [](const C& c) { return count(c.launches); });
  return columns;
}

bool same_in_all(const Table& table, size_t column) {
  return table.rows.size() > 1 && std::all_of(table.rows.begin(), table.rows.end(), [&](const Row& row) {
           return !row.section.empty() || row.cells[column].text == table.rows[0].cells[column].text;
         });
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
  table.rows.emplace_back().section =
      fmt::format("native code on the CPU ({}), without the executor or a GPU", context.host_cpu);
  for (const bench::Result* row : cpu) {
    Row line;
    line.wide_name = true;
    for (const Filled& filled : columns) line.cells.push_back(filled.for_cpu ? filled.cell(*row) : Cell{"-"});
    table.rows.push_back(std::move(line));
  }
}

}  // namespace

// The share of issue slots in use: a second limit, in addition to the share of the memory ceiling. Shown only
// if columns= names it.
static void add_issue_column(Columns& columns, const Group& group, const RunFile& file) {
  std::map<std::string, StageProfile> profiles = profiles_beside(file, group.n, group.block);
  const auto cell = [profiles](const bench::Result& row) {
    const auto found = profiles.find(row.id);
    if (found == profiles.end() || found->second.dtype != row.dtype) return Cell{"-"};
    return Cell{text::percent_text(found->second.issue_slots)};
  };
  const auto ceiling = std::find_if(columns.begin(), columns.end(),
                                    [](const Filled& filled) { return filled.column.key == "ceiling"; });
  columns.insert(ceiling + 1, {right("issue", "% of issue slots", "% of\nissue"), cell});
}

// For a track limited by arithmetic: replaces the columns about memory with columns about the
// multiprocessors.
static void show_arithmetic(Columns& columns, const FloatPeak& theoretical) {
  std::erase_if(columns, [](const Filled& filled) {
    const std::string& key = filled.column.key;
    return key == "GB/s" || key == "ceiling" || key == "peak";
  });
  const auto time =
      std::find_if(columns.begin(), columns.end(), [](const Filled& f) { return f.column.key == "time"; });
  const double peak = 2 * theoretical.multiply_adds();
  const auto rate = [](const bench::Result& row) {
    const double rate = operations_per_second(row);
    return Cell{rate > 0 ? text::significant(rate / 1e12) : "-"};
  };
  const auto share = [peak](const bench::Result& row) {
    const double rate = operations_per_second(row);
    return Cell{rate > 0 && peak > 0 ? text::percent_text(rate / peak) : "-"};
  };
  columns.insert(time + 1, {{right("TFLOP/s", "TFLOP/s"), rate},
                            {right("float_peak", "% of theoretical", "% of\npeak"), share}});
}

Table cuda_table(const Group& group, const RunFile& file, const TableOptions& options) {
  Rows all = group.stages;
  all.insert(all.end(), group.peers.begin(), group.peers.end());
  const text::TimeUnit unit = text::unit_for(medians(all));

  Table table;
  table.title = fmt::format("{} · {} · {} (cuda)", group.track, conditions(group), file.context.device);
  const bool correct = all_correct(group.stages);
  Columns columns = cuda_columns(unit, correct);
  const bool arithmetic = is_arithmetic_group(group);
  const FloatPeak peak = float_peak(file.context, group.track);
  if (arithmetic) show_arithmetic(columns, peak);
  const bool issue = std::ranges::find(options.columns, "issue") != options.columns.end();
  if (issue) add_issue_column(columns, group, file);
  set_columns(table, columns);
  for (const bench::Result* row : group.stages) add_row(table, columns, *row, false);
  if (options.peers) {
    if (!group.peers.empty()) table.rows.emplace_back().section = kBesideStages;
    for (const bench::Result* row : group.peers) add_row(table, columns, *row, true);
    add_cpu_rows(table, columns, group.cpu, file.context);
  }
  choose_columns(table, options.columns);

  if (const size_t samples = median_samples(all); samples > 0)
    table.notes.push_back(fmt::format(
        "Measured on {}. Times are medians of {} samples, for the whole job; {}.{}",
        where_measured(file.context, ""), samples,
        arithmetic
            ? "TFLOP/s: the operations of the task (" + check::work_of_track(group.track) +
                  " are counted for each element), divided by the time"
            : "GB/s (10^9 bytes per second): the bytes that the algorithm must move, divided by the time",
        correct ? " Every result was checked." : ""));
  if (arithmetic && peak.multiply_adds() > 0)
    table.notes.push_back(fmt::format(
        "Theoretical: {} TFLOP/s, {} multiprocessors with {:.0f} fused multiply-adds{}, or {:.0f} "
        "operations, per "
        "cycle at {:.2f} GHz.",
        text::significant(2 * peak.multiply_adds() / 1e12), peak.multiprocessors, peak.per_clock,
        peak.tensor_cores ? " of bfloat16 on tensor cores" : "", 2 * peak.per_clock, peak.hertz / 1e9));
  if (const bench::Result* ceiling = ceiling_of(group); ceiling && !arithmetic)
    table.notes.push_back(fmt::format(
        "Ceiling: {} at {} GB/s in the same run{}.", ceiling->id, text::rate_text(*ceiling->bandwidth),
        file.context.peak_bandwidth
            ? fmt::format(" (theoretical {} GB/s)", text::rate_text(*file.context.peak_bandwidth))
            : ""));
  if (issue)
    table.notes.push_back(
        "Issue slots in use: measured by Nsight Compute on a GPU of the same model, for the longest launch "
        "at "
        "the same n.");
  table.signs = signs_of_measured();
  table.provenance = provenance(file.context);
  add_verdict_notes(table, all);
  return table;
}

// Counted by a GPU's profiler, not timed: harness/record/ncu_counters.py writes such files.
Table profiled_table(const Group& group, const RunFile& file, const TableOptions& options) {
  Table table;
  table.title = fmt::format("{} · {} · counters of {}", group.track, conditions(group), file.context.device);
  Columns columns = leading_columns({"us", 1e-6}, true);
  using C = simt::Counters;
  const auto counted = [&](const char* key, const char* heading, const char* short_heading, Number number) {
    columns.push_back(
        {right(key, heading, short_heading, "counted by the GPU", 1),
         [number](const bench::Result& row) { return Cell{row.counters ? number(*row.counters) : "-"}; }});
  };
  counted("sectors", "sectors per load request", "sect.\n/load",
          [](const C& c) { return each(c.sectors_per_global_load()); });
  counted("wavefronts", "wavefronts per shared request", "wave\n/req",
          [](const C& c) { return each(c.wavefronts_per_shared_request()); });
  counted("global_requests", "global requests", "global\nrequests",
          [](const C& c) { return count(c.global_requests()); });
  counted("shared_requests", "shared requests", "shared\nrequests",
          [](const C& c) { return count(c.shared_requests()); });
  counted("launches", "launches", "laun-\nches", [](const C& c) { return count(c.launches); });
  set_columns(table, columns);
  for (const bench::Result* row : group.stages) add_row(table, columns, *row, false);
  choose_columns(table, options.columns);
  table.notes.push_back(fmt::format("Counted by the GPU's profiler on {}. The file has no times.",
                                    where_measured(file.context, "")));
  table.provenance = provenance(file.context);
  add_verdict_notes(table, group.stages);
  return table;
}

Table simt_table(const Group& group, const RunFile& file, const TableOptions& options) {
  const text::TimeUnit unit = text::unit_for(medians(group.stages));
  Table table;
  table.title =
      fmt::format("{} · {} · executor on this CPU (simt): no GPU was used", group.track, conditions(group));
  Columns columns = simt_columns(unit, all_correct(group.stages));
  Recorded recorded;
  text::TimeUnit gpu_unit{"us", 1e-6};
  if (options.recorded) {
    recorded = recorded_beside(group, *options.recorded);
    gpu_unit = text::unit_for(medians(recorded.rows));
    const std::string device = text::short_device(options.recorded->context.device),
                      heading = device + " recorded";
    const auto on_gpu = [&](auto cell) {
      return [&stages = group.stages, &rows = recorded.rows, cell](const bench::Result& row) {
        const auto at = std::find(stages.begin(), stages.end(), &row);
        const bench::Result* gpu = rows[static_cast<size_t>(at - stages.begin())];
        return gpu ? cell(*gpu) : Cell{"-"};
      };
    };
    columns.push_back({right("gpu_time", device + " " + gpu_unit.name, gpu_unit.name, heading),
                       on_gpu([gpu_unit](const bench::Result& gpu) { return time_cell(gpu, gpu_unit); })});
    columns.push_back({right("gpu_GB/s", device + " GB/s", "GB/s", heading, 31), on_gpu(rate_cell)});
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
  if (options.peers) add_cpu_rows(table, columns, group.cpu, file.context);
  choose_columns(table, options.columns);
  for (size_t c = 0; c < table.columns.size(); ++c)
    if (table.columns[c].group == kCounted && same_in_all(table, c)) table.columns[c].drop += 20;

  table.provenance = "counted by the executor, " + provenance(file.context);
  if (recorded.n != 0) table.provenance += "; " + provenance(options.recorded->context);
  std::string presents = file.context.executor_presents;  // "NVIDIA H200 (presented by the executor)"
  presents = presents.substr(0, presents.find(" ("));
  table.above =
      fmt::format("{} by the executor, which acts as {}, so the figures are the same on every computer.",
                  looked_at_bits(group.stages) ? "Run" : "Counted",
                  presents.empty() ? "a fixed device" : "an " + presents);
  if (sampled > 0)
    table.above += fmt::format(" Scaled up from a sample of at most {} of {} blocks.", sampled, blocks);
  if (median_samples(group.stages) > 0)
    table.notes.push_back(
        fmt::format("Executor {}: the CPU's own time ({}), median of {}; it says nothing about a GPU.",
                    unit.name, file.context.host_cpu, median_samples(group.stages)));
  if (options.recorded && recorded.n != 0)
    table.notes.push_back(fmt::format("{} recorded: n = {}, block {}, measured on {}.",
                                      text::short_device(options.recorded->context.device),
                                      text::n_text(recorded.n), recorded.block,
                                      where_measured(options.recorded->context, options.recorded_from)));
  add_verdict_notes(table, group.stages);
  return table;
}

Table cpu_table(const Group& group, const RunFile& file, const TableOptions& options) {
  const text::TimeUnit unit = text::unit_for(medians(group.cpu));
  Table table;
  table.title = fmt::format("{} · {} · native CPU code (cpu)", group.track, conditions(group));
  Columns columns = leading_columns(unit, all_correct(group.cpu));
  columns[0].column.heading = "reference";
  columns[1].cell = [](const bench::Result& row) { return Cell{row.idea}; };
  columns.push_back({right("GB/s", "GB/s"), rate_cell});
  set_columns(table, columns);
  for (const bench::Result* row : group.cpu) add_row(table, columns, *row, false);
  choose_columns(table, options.columns);
  if (const size_t samples = median_samples(group.cpu); samples > 0)
    table.notes.push_back(
        fmt::format("Measured on {}, median of {} samples.", file.context.host_cpu, samples));
  add_verdict_notes(table, group.cpu);
  return table;
}

}  // namespace ladder::report
