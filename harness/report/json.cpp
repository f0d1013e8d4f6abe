#include "report/json.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace report {
namespace {

using simt::Counters;

Json number_or_null(const std::optional<double>& value) {
  return value ? compact_number(*value) : Json(nullptr);
}

Json time_json(const std::optional<bench::Time>& time) {
  if (!time || !std::isfinite(time->median)) return nullptr;
  Json samples = Json::array();
  for (const double sample : time->samples)
    if (std::isfinite(sample)) samples.push_back(compact_number(sample));
  return {{"unit", "s"},
          {"median", compact_number(time->median)},
          {"q1", compact_number(time->q1)},
          {"q3", compact_number(time->q3)},
          {"min", compact_number(time->min)},
          {"samples", std::move(samples)}};
}

std::optional<bench::Time> time_from(const Field& result, const char* key) {
  const auto field = maybe(result, key);
  if (!field) return std::nullopt;
  one_of(at(*field, "unit"), {"s"});
  bench::Time time;
  time.median = not_negative(at(*field, "median"));
  // A quartile can be null in a file made elsewhere; the median stands in for it.
  time.q1 = number_if(*field, "q1").value_or(time.median);
  time.q3 = number_if(*field, "q3").value_or(time.median);
  time.min = number_if(*field, "min").value_or(time.median);
  if (const auto samples = maybe(*field, "samples"))
    for (const Field& sample : items(*samples)) time.samples.push_back(not_negative(sample));
  return time;
}

Json verdict_json(const check::Verdict& verdict) {
  Json correct = verdict.passed();
  if (verdict.status == "unchecked") correct = nullptr;
  return {{"correct", std::move(correct)},
          {"status", verdict.status},
          {"error", compact_number(verdict.error)},
          {"bound", compact_number(verdict.bound)},
          {"message", verdict.message}};
}

check::Verdict verdict_from(const Field& field) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  check::Verdict verdict;
  verdict.status = one_of(at(field, "status"),
                          {"correct", "wrong", "racy", "declared_racy", "crash", "timeout", "unchecked"});
  verdict.error = number_if(field, "error").value_or(kNan);  // null: the result was NaN or infinite
  verdict.bound = number_if(field, "bound").value_or(kNan);
  verdict.message = text_or(field, "message");
  return verdict;
}

// Rounded as it is written, so that the interval and what is said of it agree.
bench::Ratio as_written(const bench::Ratio& ratio) {
  const auto rounded = [](double x) { return std::isfinite(x) ? compact_number(x).get<double>() : x; };
  bench::Ratio written = ratio;
  written.value = rounded(ratio.value);
  written.low = rounded(ratio.low);
  written.high = rounded(ratio.high);
  return written;
}

Json speedup_json(const std::map<std::string, bench::Ratio>& speedups) {
  Json json = Json::object();
  for (const auto& [name, ratio] : speedups)
    if (std::isfinite(ratio.value))
      json[name] = {{"value", compact_number(ratio.value)},
                    {"low", compact_number(ratio.low)},
                    {"high", compact_number(ratio.high)},
                    {"distinguishable", as_written(ratio).distinguishable()}};
  return json;
}

bench::Ratio ratio_from(const Field& field) {
  bench::Ratio ratio;
  ratio.value = not_negative(at(field, "value"));
  ratio.low = number_if(field, "low").value_or(0);  // null: no bound on that side
  ratio.high = number_if(field, "high").value_or(std::numeric_limits<double>::infinity());
  return ratio;
}

uint64_t memory_requests(const Counters& c) {
  return c.global_load_requests + c.global_store_requests + c.shared_load_requests + c.shared_store_requests;
}

}  // namespace

const std::vector<CounterKey>& counter_keys() {
  static const std::vector<CounterKey> keys = {
      {"global_load_requests", &Counters::global_load_requests},
      {"global_load_sectors", &Counters::global_load_sectors},
      {"global_store_requests", &Counters::global_store_requests},
      {"global_store_sectors", &Counters::global_store_sectors},
      {"shared_load_requests", &Counters::shared_load_requests},
      {"shared_load_wavefronts", &Counters::shared_load_wavefronts},
      {"shared_store_requests", &Counters::shared_store_requests},
      {"shared_store_wavefronts", &Counters::shared_store_wavefronts},
      {"barriers", &Counters::barriers},
      {"warp_syncs", &Counters::warp_syncs},
      {"shuffles", &Counters::shuffles},
      {"votes", &Counters::votes},
      {"atomics", &Counters::atomics},
      {"integer_divisions", &Counters::integer_divisions},
      {"launches", &Counters::launches},
      {"memory_lanes", &Counters::memory_lanes},
      {"issued_blocks", &Counters::issued_blocks},
      {"issued_lanes", &Counters::issued_lanes},
      {"sampled_blocks", &Counters::sampled_blocks},
      {"total_blocks", &Counters::total_blocks},
  };
  return keys;
}

Json to_json(const Counters& counters) {
  Json json = Json::object();
  for (const CounterKey& key : counter_keys()) json[key.name] = counters.*key.value;
  json["active_lanes_per_request"] = compact_number(counters.active_lanes_per_request());
  json["indicative_warp_efficiency"] = compact_number(counters.warp_efficiency());
  return json;
}

Counters counters_from(const Field& field) {
  Counters counters;
  for (const CounterKey& key : counter_keys()) counters.*key.value = whole_or(field, key.name);
  // A profiler gives the ratio alone.
  if (!maybe(field, "memory_lanes"))
    if (const auto ratio = number_if(field, "active_lanes_per_request"))
      counters.memory_lanes = static_cast<uint64_t>(
          std::llround(std::clamp(*ratio, 0.0, 32.0) * static_cast<double>(memory_requests(counters))));
  return counters;
}

Json to_json(const simt::Hazard& hazard) {
  Json where = Json::array();
  for (const simt::Access& access : hazard.where)
    where.push_back(
        {{"file", access.file}, {"line", access.line}, {"thread", access.thread}, {"access", access.access}});
  return {{"kind", hazard.kind},     {"space", hazard.space}, {"where", std::move(where)},
          {"object", hazard.object}, {"count", hazard.count}, {"message", hazard.message}};
}

simt::Hazard hazard_from(const Field& field) {
  simt::Hazard hazard;
  hazard.kind = one_of(at(field, "kind"), {"race", "barrier_divergence", "early_exit", "deadlock",
                                           "uninitialised", "out_of_bounds", "misaligned", "invalid_address",
                                           "inactive_lane", "timeout", "crash"});
  hazard.space = text_or(field, "space");
  for (const Field& entry : items(at(field, "where"))) {
    const uint64_t line = whole_or(entry, "line");
    if (line > INT32_MAX) wrong(at(entry, "line"), "a line number");
    hazard.where.push_back(
        {text_or(entry, "file"), static_cast<int>(line), text_or(entry, "thread"), text_or(entry, "access")});
  }
  hazard.object = text_or(field, "object");
  hazard.count = whole_or(field, "count", 1);
  hazard.message = text_or(field, "message");
  return hazard;
}

Json to_json(const simt::Observation& observation) {
  Json lines = Json::array(), hazards = Json::array();
  for (const simt::LineCost& cost : observation.lines)
    lines.push_back({{"file", cost.file},
                     {"line", cost.line},
                     {"executions", cost.executions},
                     {"counters", to_json(cost.counters)}});
  for (const simt::Hazard& hazard : observation.hazards) hazards.push_back(to_json(hazard));
  return {{"counters", to_json(observation.counters)},
          {"lines", std::move(lines)},
          {"hazards", std::move(hazards)}};
}

simt::Observation observation_from(const Field& field) {
  simt::Observation observation;
  observation.counters = counters_from(at(field, "counters"));
  for (const Field& entry : items(at(field, "lines")))
    observation.lines.push_back({text(at(entry, "file")), static_cast<int>(whole(at(entry, "line"))),
                                 whole(at(entry, "executions")), counters_from(at(entry, "counters"))});
  for (const Field& entry : items(at(field, "hazards"))) observation.hazards.push_back(hazard_from(entry));
  return observation;
}

Json to_json(const bench::Result& result) {
  Json hazards = Json::array();
  for (const simt::Hazard& hazard : result.hazards) hazards.push_back(to_json(hazard));
  const auto text_or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  return {{"id", result.id},
          {"track", result.track},
          {"stage", result.stage},
          {"idea", result.idea},
          {"backend", result.backend},
          {"n", result.n},
          {"dtype", result.dtype},
          {"block", result.block},
          {"scan", text_or_null(result.scan)},
          {"verdict", verdict_json(result.verdict)},
          {"time", time_json(result.time)},
          {"first_pass", time_json(result.first_pass)},
          {"bytes", result.bytes},
          {"bandwidth", number_or_null(result.bandwidth)},
          {"fraction_of_ceiling", number_or_null(result.fraction_of_ceiling)},
          {"fraction_of_peak", number_or_null(result.fraction_of_peak)},
          {"speedup", speedup_json(result.speedup)},
          {"counters", result.counters ? to_json(*result.counters) : Json(nullptr)},
          {"hazards", std::move(hazards)},
          {"skipped", result.skipped.empty() ? Json(nullptr) : Json{{"reason", result.skipped}}},
          {"note", text_or_null(result.note)}};
}

bench::Result result_from(const Field& field) {
  bench::Result result;
  result.id = text(at(field, "id"));
  result.track = text(at(field, "track"));
  result.stage = text(at(field, "stage"));
  result.idea = text_or(field, "idea");
  result.backend = one_of(at(field, "backend"), {"cuda", "simt", "cpu"});
  result.n = whole(at(field, "n"));
  result.dtype = text_or(field, "dtype");
  const uint64_t block = whole_or(field, "block");
  if (block > 1024) wrong(at(field, "block"), "a block size of at most 1024");
  result.block = static_cast<unsigned>(block);
  if (const auto scan = maybe(field, "scan")) result.scan = one_of(*scan, {"inclusive", "exclusive"});
  result.verdict = verdict_from(at(field, "verdict"));
  result.time = time_from(field, "time");
  result.first_pass = time_from(field, "first_pass");
  result.bytes = whole_or(field, "bytes");
  result.bandwidth = number_if(field, "bandwidth");
  result.fraction_of_ceiling = number_if(field, "fraction_of_ceiling");
  result.fraction_of_peak = number_if(field, "fraction_of_peak");
  if (const auto speedup = maybe(field, "speedup"))
    for (const auto& [name, ratio] : members(*speedup)) result.speedup[name] = ratio_from(ratio);
  if (const auto counters = maybe(field, "counters")) result.counters = counters_from(*counters);
  if (const auto hazards = maybe(field, "hazards"))
    for (const Field& hazard : items(*hazards)) result.hazards.push_back(hazard_from(hazard));
  if (const auto skipped = maybe(field, "skipped")) result.skipped = text(at(*skipped, "reason"));
  result.note = text_or(field, "note");
  return result;
}

}  // namespace report
