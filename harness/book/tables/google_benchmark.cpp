// A results file in the JSON format of Google Benchmark (github.com/google/benchmark, json_reporter.cc): for
// its compare.py, and for services that read this format. A sample is a repetition of one iteration; times are
// in microseconds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/json_text.h"
#include "tables/groups.h"
#include "tables/tables.h"

namespace ladder::report {
namespace {

using data::Json;

constexpr double kMicro = 1e6;

std::string name_of(const bench::Result& r) {
  std::string name = fmt::format("{}/n:{}/dtype:{}", r.id, r.n, r.dtype);
  if (r.block > 0) name += fmt::format("/block:{}", r.block);
  if (r.gpus) name += fmt::format("/gpus:{}", *r.gpus);
  if (!r.scan.empty()) name += "/" + r.scan;
  return name + "/" + data::name(r.backend);
}

Json entry(const bench::Result& r, size_t family, const char* run_type, const std::string& aggregate) {
  return {{"name", name_of(r) + aggregate},
          {"family_index", family},
          {"per_family_instance_index", 0},
          {"run_name", name_of(r)},
          {"run_type", run_type},
          {"repetitions", r.time ? std::max<size_t>(1, r.time->samples.size()) : 1}};
}

// `seconds`: the time of a repetition, or an aggregate. A GPU's time has no CPU counterpart, so both fields
// contain it.
void add_time(Json& entry, const bench::Result& r, uint64_t iterations, double seconds) {
  entry["threads"] = 1;
  entry["iterations"] = iterations;
  entry["real_time"] = seconds * kMicro;
  entry["cpu_time"] = seconds * kMicro;
  entry["time_unit"] = "us";
  if (seconds <= 0) return;
  entry["bytes_per_second"] = static_cast<double>(r.bytes) / seconds;
  entry["items_per_second"] = static_cast<double>(r.n) / seconds;
}

void add_aggregates(Json& all, const bench::Result& r, size_t family) {
  const std::vector<double>& samples = r.time->samples;
  const auto count = static_cast<double>(samples.size());
  const auto add = [&](const char* name, double seconds) {
    Json one = entry(r, family, "aggregate", std::string("_") + name);
    one["aggregate_name"] = name;
    one["aggregate_unit"] = "time";
    add_time(one, r, std::max<size_t>(1, samples.size()), seconds);
    all.push_back(std::move(one));
  };
  if (samples.size() < 2) {
    add("median", r.time->median);
    return;
  }
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const double deviation = std::sqrt(squares / (count - 1));
  add("mean", mean);
  add("median", r.time->median);
  // A rate would be meaningless for these two aggregates.
  const auto add_spread = [&](const char* name, const char* unit, double value) {
    Json one = entry(r, family, "aggregate", std::string("_") + name);
    one["threads"] = 1;
    one["aggregate_name"] = name;
    one["aggregate_unit"] = unit;
    one["iterations"] = samples.size();
    one["real_time"] = value;
    one["cpu_time"] = value;
    one["time_unit"] = "us";
    all.push_back(std::move(one));
  };
  add_spread("stddev", "time", deviation * kMicro);
  if (mean > 0) add_spread("cv", "percentage", deviation / mean);
}

// A wrong row has no comparable time, so it is an error in this format too.
void add_row(Json& all, const bench::Result& r, size_t family) {
  const bool failed = !r.verdict.passed() && r.verdict.status != check::Status::unchecked;
  if (failed) {
    Json one = entry(r, family, "iteration", "");
    one["repetition_index"] = 0;
    one["error_occurred"] = true;
    one["error_message"] = cause_word(r) + ": " + r.verdict.message();
    add_time(one, r, 0, 0);
    all.push_back(std::move(one));
    return;
  }
  for (size_t i = 0; i < r.time->samples.size(); ++i) {
    Json one = entry(r, family, "iteration", "");
    one["repetition_index"] = i;
    add_time(one, r, 1, r.time->samples[i]);
    all.push_back(std::move(one));
  }
  add_aggregates(all, r, family);
}

Json context_of(const Context& c) {
  Json context = {{"date", c.date},
                  {"host_name", c.host},
                  {"executable", "./ladder"},
                  {"num_cpus", c.host_threads},
                  {"caches", Json::array()},
                  {"load_avg", Json::array()},
                  {"library_build_type", "release"},
                  {"json_schema_version", 1}};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) context[name] = value;
  };
  add("device", c.device);
  add("driver", c.driver);
  add("toolkit", c.toolkit);
  add("git_commit", c.git_commit);
  add("command_line", c.command_line);
  return context;
}

}  // namespace

std::string google_benchmark(const RunFile& file, const TableOptions& filter) {
  Json rows = Json::array();
  size_t family = 0;
  for (const bench::Result& row : narrowed(file, filter).results)
    if (row.time ||
        (row.skipped.empty() && !row.verdict.passed() && row.verdict.status != check::Status::unchecked))
      add_row(rows, row, family++);
  return data::dump_json({{"context", context_of(file.context)}, {"benchmarks", std::move(rows)}});
}

}  // namespace ladder::report
