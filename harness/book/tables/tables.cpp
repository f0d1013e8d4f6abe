#include "tables/tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tables/groups.h"

namespace ladder::report {
namespace {

std::string plain(double value) { return std::isfinite(value) ? fmt::format("{:.9g}", value) : ""; }
std::string plain(const std::optional<double>& value) { return value ? plain(*value) : ""; }

using CsvCell = std::pair<std::string, std::string>;  // a column's heading, and its text in one row
using CsvCells = std::vector<CsvCell>;

void add(CsvCells& cells, const std::string& name, const std::string& text) {
  cells.emplace_back(name, text);
}
void add(CsvCells& cells, const std::string& name, uint64_t value) {
  add(cells, name, std::to_string(value));
}
void add(CsvCells& cells, const std::string& name, const std::optional<double>& value) {
  add(cells, name, plain(value));
}
void add(CsvCells& cells, const std::string& name, bench::Backend backend) {
  add(cells, name, std::string(data::name(backend)));
}

void add(CsvCells& cells, const std::string& name, const bench::Skipped& skipped) {
  add(cells, name, text_of(skipped));
}
void add(CsvCells& cells, const std::string& name, const std::vector<bench::Size>& sizes) {
  add(cells, name, text_of(sizes));
}

void add(CsvCells& cells, const std::string&, const check::Verdict& verdict) {
  add(cells, "status", std::string(data::name(verdict.status)));
  add(cells, "error", plain(verdict.error));
  add(cells, "bound", plain(verdict.bound));
}

void add(CsvCells& cells, const std::string& name, const std::optional<bench::Time>& time) {
  const auto add_part = [&](const char* part, double bench::Time::*value) {
    add(cells, name + part, time ? plain((*time).*value) : "");
  };
  add_part("_median_s", &bench::Time::median);
  add_part("_q1_s", &bench::Time::q1);
  add_part("_q3_s", &bench::Time::q3);
  add_part("_min_s", &bench::Time::min);
  add(cells, name + "_samples", time ? std::to_string(time->samples.size()) : "");
}

void add(CsvCells& cells, const std::string&, const std::map<std::string, bench::Ratio>& speedups) {
  for (const std::string name : {"vs_first", "vs_previous", "vs_peer", "vs_one_gpu"}) {
    const auto ratio = speedups.find(name);
    const bool there = ratio != speedups.end();
    add(cells, name, there ? plain(ratio->second.value) : "");
    add(cells, name + "_low", there ? plain(ratio->second.low) : "");
    add(cells, name + "_high", there ? plain(ratio->second.high) : "");
  }
}

void add(CsvCells& cells, const std::string&, const std::optional<simt::Counters>& c) {
  for (const simt::Counter& counter : simt::kCounters)
    add(cells, counter.name, c ? std::to_string((*c).*counter.value) : "");
  add(cells, "active_lanes_per_request", c ? plain(c->active_lanes_per_request()) : "");
  add(cells, "indicative_warp_efficiency", c ? plain(c->warp_efficiency()) : "");
}

void add(CsvCells& cells, const std::string& name, const std::optional<std::vector<simt::Hazard>>& hazards) {
  add(cells, name, hazards ? std::to_string(hazards->size()) : "");
}

void add(CsvCells& cells, const std::string& name, const std::optional<bench::SeenBits>& bits) {
  add(cells, name + "_runs", bits ? std::to_string(bits->runs) : "");
  add(cells, name + "_results", bits ? std::to_string(bits->results) : "");
  add(cells, name + "_every_block", bits && bits->every_block ? (*bits->every_block ? "yes" : "no") : "");
  add(cells, name + "_every_gpu", bits ? bits->every_gpu : "");
}

CsvCells csv_cells(const bench::Result& row) {
  CsvCells cells;
  data::for_each_member<bench::Result>([&](const auto& member) {
    const std::string unit = member.unit;
    add(cells, unit.empty() ? member.name : member.name + ("_" + unit), row.*member.at);
  });
  const auto note =
      std::find_if(cells.begin(), cells.end(), [](const CsvCell& cell) { return cell.first == "note"; });
  cells.insert(note, {"message", row.verdict.message()});  // the two columns of long text are adjacent
  return cells;
}

std::string csv_line(const CsvCells& cells, std::string CsvCell::*part) {
  std::string line;
  for (const CsvCell& cell : cells) line += (&cell == &cells.front() ? "" : ",") + csv_field(cell.*part);
  return line + '\n';
}

}  // namespace

std::vector<Table> build_tables(const RunFile& file, const TableOptions& options) {
  constexpr size_t kSweepFrom = 4;
  std::vector<Table> tables;
  const std::vector<Group> all = groups(file, options);
  std::vector<bool> done(all.size(), false);
  std::vector<std::string> tracks;
  bool swept = false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (std::find(tracks.begin(), tracks.end(), all[i].track) == tracks.end()) tracks.push_back(all[i].track);
    if (done[i]) continue;
    std::vector<Group> sweep;
    for (size_t j = i; j < all.size(); ++j)
      if (same_but_n(all[i], all[j])) sweep.push_back(all[j]);
    const size_t enough = options.layout == Layout::sweep       ? 2
                          : options.layout == Layout::automatic ? kSweepFrom
                                                                : SIZE_MAX;
    const bool as_sweep = sweep.size() >= enough && !profiled(all[i]);
    swept = swept || as_sweep;
    if (as_sweep) {
      for (size_t j = i; j < all.size(); ++j) done[j] = done[j] || same_but_n(all[i], all[j]);
      for (Table& table : sweep_tables(sweep, file, options)) tables.push_back(std::move(table));
    } else {
      tables.push_back(profiled(all[i])                         ? profiled_table(all[i], file, options)
                       : all[i].backend == bench::Backend::cuda ? cuda_table(all[i], file, options)
                       : all[i].backend == bench::Backend::simt ? simt_table(all[i], file, options)
                                                                : cpu_table(all[i], file, options));
    }
  }
  if (options.layout == Layout::sweep && !swept && !all.empty())
    throw os::Error(
        fmt::format("layout=sweep needs times at two or more values of n; for {} there is only n = {}",
                    all[0].track, text::n_text(all[0].n)));
  for (const std::string& track : tracks) {
    const bool on_gpu = std::any_of(all.begin(), all.end(), [&](const Group& group) {
      return group.track == track && group.backend == bench::Backend::cuda;
    });
    const RunFile* ours = on_gpu ? &file : options.recorded;
    if (auto table =
            published_table(options.published, track, ours, on_gpu ? "" : options.recorded_from, options))
      tables.push_back(std::move(*table));
  }
  return tables;
}

std::string printed(const std::vector<Table>& tables, const TableOptions& options) {
  const bool on_page = options.format == Format::markdown || options.format == Format::latex;
  std::string out;
  for (const Table& whole : tables) {
    const Table table = options.slide ? for_slide(whole) : whole;
    for (const Table& part : on_page ? fitted_to_page(table) : std::vector<Table>{table})
      out += (out.empty() ? "" : "\n") +
             (options.format == Format::markdown                 ? as_markdown(part)
              : options.format == Format::latex && options.slide ? as_latex_slide(part)
              : options.format == Format::latex                  ? as_latex(part)
                                                : as_text(part, options.width, options.colour));
  }
  return out;
}

std::string csv(const std::vector<NamedFile>& files, const TableOptions& filter) {
  const auto told = [&](CsvCells cells, const NamedFile& from) {
    if (files.size() > 1)
      cells.insert(cells.begin(), {{"file", from.name}, {"device", from.file->context.device}});
    return cells;
  };
  std::string out = csv_line(told(csv_cells({}), files.at(0)), &CsvCell::first);
  for (const NamedFile& from : files)
    for (const bench::Result& row : narrowed(*from.file, filter).results)
      out += csv_line(told(csv_cells(row), from), &CsvCell::second);
  return out;
}

std::string tables(const RunFile& file, const TableOptions& options) {
  if (options.format == Format::csv) return csv({{"", &file}}, options);
  if (options.format == Format::google_benchmark) return google_benchmark(file, options);
  return printed(build_tables(file, options), options);
}

}  // namespace ladder::report
