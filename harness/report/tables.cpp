#include "report/tables.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "report/groups.h"
#include "report/json.h"

namespace report {
namespace {

bool same_but_n(const Group& a, const Group& b) {
  return a.track == b.track && a.backend == b.backend && a.dtype == b.dtype && a.block == b.block;
}

std::string plain(double value) { return std::isfinite(value) ? fmt::format("{:.9g}", value) : ""; }
std::string plain(const std::optional<double>& value) { return value ? plain(*value) : ""; }

std::vector<std::string> csv_line(const bench::Result& row) {
  std::vector<std::string> fields = {row.id,
                                     row.track,
                                     row.stage,
                                     row.idea,
                                     row.backend,
                                     std::to_string(row.n),
                                     row.dtype,
                                     std::to_string(row.block),
                                     row.scan,
                                     row.verdict.status,
                                     plain(row.verdict.error),
                                     plain(row.verdict.bound)};
  const auto add_time = [&](const std::optional<bench::Time>& time) {
    for (double bench::Time::*value :
         {&bench::Time::median, &bench::Time::q1, &bench::Time::q3, &bench::Time::min})
      fields.push_back(time ? plain((*time).*value) : "");
    fields.push_back(time ? std::to_string(time->samples.size()) : "");
  };
  add_time(row.time);
  add_time(row.first_pass);
  fields.insert(fields.end(), {std::to_string(row.bytes), plain(row.bandwidth),
                               plain(row.fraction_of_ceiling), plain(row.fraction_of_peak)});
  for (const char* name : {"vs_first", "vs_previous", "vs_peer"}) {
    const auto ratio = row.speedup.find(name);
    const bool there = ratio != row.speedup.end();
    for (double bench::Ratio::*value : {&bench::Ratio::value, &bench::Ratio::low, &bench::Ratio::high})
      fields.push_back(there ? plain(ratio->second.*value) : "");
  }
  for (const CounterKey& key : counter_keys())
    fields.push_back(row.counters ? std::to_string((*row.counters).*key.value) : "");
  fields.push_back(row.counters ? plain(row.counters->active_lanes_per_request()) : "");
  fields.push_back(row.counters ? plain(row.counters->warp_efficiency()) : "");
  fields.insert(fields.end(),
                {std::to_string(row.hazards.size()), row.skipped, row.verdict.message, row.note});
  return fields;
}

std::vector<std::string> csv_heading() {
  std::vector<std::string> names = {"id",    "track", "stage", "idea",   "backend", "n",
                                    "dtype", "block", "scan",  "status", "error",   "bound"};
  for (const char* time : {"time", "first_pass"})
    for (const char* part : {"median_s", "q1_s", "q3_s", "min_s", "samples"})
      names.push_back(fmt::format("{}_{}", time, part));
  names.insert(names.end(), {"bytes", "bandwidth_bytes_per_s", "fraction_of_ceiling", "fraction_of_peak"});
  for (const char* ratio : {"vs_first", "vs_previous", "vs_peer"})
    for (const char* part : {"", "_low", "_high"}) names.push_back(fmt::format("{}{}", ratio, part));
  for (const CounterKey& key : counter_keys()) names.push_back(key.name);
  names.insert(names.end(), {"active_lanes_per_request", "indicative_warp_efficiency", "hazards", "skipped",
                             "message", "note"});
  return names;
}

std::string csv_text(const std::vector<std::string>& fields) {
  std::string line;
  for (size_t i = 0; i < fields.size(); ++i) line += (i ? "," : "") + csv_field(fields[i]);
  return line + '\n';
}

}  // namespace

std::vector<Table> build_tables(const RunFile& file, const TableOptions& options) {
  constexpr size_t kSweepFrom = 4;
  std::vector<Table> tables;
  const std::vector<Group> all = groups(file, options);
  std::vector<bool> done(all.size(), false);
  std::vector<std::string> tracks;
  for (size_t i = 0; i < all.size(); ++i) {
    if (std::find(tracks.begin(), tracks.end(), all[i].track) == tracks.end()) tracks.push_back(all[i].track);
    if (done[i]) continue;
    std::vector<Group> sweep;
    for (size_t j = i; j < all.size(); ++j)
      if (same_but_n(all[i], all[j])) sweep.push_back(all[j]);
    const bool as_sweep = options.layout == Layout::sweep ||
                          (options.layout == Layout::automatic && sweep.size() >= kSweepFrom);
    if (as_sweep) {
      for (size_t j = i; j < all.size(); ++j) done[j] = done[j] || same_but_n(all[i], all[j]);
      for (Table& table : sweep_tables(sweep, file, options)) tables.push_back(std::move(table));
    } else {
      tables.push_back(all[i].backend == "cuda"   ? cuda_table(all[i], file)
                       : all[i].backend == "simt" ? simt_table(all[i], file, options)
                                                  : cpu_table(all[i], file));
    }
  }
  for (const std::string& track : tracks) {
    const bool on_gpu = std::any_of(all.begin(), all.end(), [&](const Group& group) {
      return group.track == track && group.backend == "cuda";
    });
    const RunFile* ours = on_gpu ? &file : options.recorded;
    if (auto table = published_table(options.published, track, ours, on_gpu ? "" : options.recorded_from))
      tables.push_back(std::move(*table));
  }
  return tables;
}

std::string printed(const Table& table, const TableOptions& options) {
  if (options.format == Format::markdown) return as_markdown(table);
  if (options.format == Format::latex) return as_latex(table);
  return as_text(table, options.width, options.colour);
}

std::string csv(const RunFile& file, const TableOptions& filter) {
  std::string out = csv_text(csv_heading());
  for (const bench::Result& row : file.results) {
    const bool wanted = (filter.track.empty() || row.track == filter.track) &&
                        (filter.backend.empty() || row.backend == filter.backend) &&
                        (filter.dtype.empty() || row.dtype == filter.dtype) &&
                        (!filter.n || row.n == *filter.n) && (filter.block == 0 || row.block == filter.block);
    if (wanted) out += csv_text(csv_line(row));
  }
  return out;
}

std::string tables(const RunFile& file, const TableOptions& options) {
  if (options.format == Format::csv) return csv(file, options);
  std::string out;
  for (const Table& table : build_tables(file, options))
    out += (out.empty() ? "" : "\n") + printed(table, options);
  return out;
}

}  // namespace report
