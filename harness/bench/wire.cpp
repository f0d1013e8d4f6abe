#include "bench/wire.h"

#include <array>
#include <utility>

namespace bench::wire {
namespace {

using simt::Counters;

constexpr std::array kCounters = {
    std::pair{"global_load_requests", &Counters::global_load_requests},
    std::pair{"global_load_sectors", &Counters::global_load_sectors},
    std::pair{"global_store_requests", &Counters::global_store_requests},
    std::pair{"global_store_sectors", &Counters::global_store_sectors},
    std::pair{"shared_load_requests", &Counters::shared_load_requests},
    std::pair{"shared_load_wavefronts", &Counters::shared_load_wavefronts},
    std::pair{"shared_store_requests", &Counters::shared_store_requests},
    std::pair{"shared_store_wavefronts", &Counters::shared_store_wavefronts},
    std::pair{"memory_lanes", &Counters::memory_lanes},
    std::pair{"barriers", &Counters::barriers},
    std::pair{"warp_syncs", &Counters::warp_syncs},
    std::pair{"shuffles", &Counters::shuffles},
    std::pair{"votes", &Counters::votes},
    std::pair{"atomics", &Counters::atomics},
    std::pair{"integer_divisions", &Counters::integer_divisions},
    std::pair{"launches", &Counters::launches},
    std::pair{"issued_blocks", &Counters::issued_blocks},
    std::pair{"issued_lanes", &Counters::issued_lanes},
    std::pair{"sampled_blocks", &Counters::sampled_blocks},
    std::pair{"total_blocks", &Counters::total_blocks},
};
static_assert(sizeof(Counters) == kCounters.size() * sizeof(uint64_t), "a counter is missing from the list");

json from_samples(const std::optional<Time>& time) { return time ? json(time->samples) : json(); }

json from_number(const std::optional<double>& number) { return number ? json(*number) : json(); }
std::optional<double> to_number(const json& j) {
  return j.is_null() ? std::nullopt : std::optional(j.get<double>());
}

json from_time(const std::optional<Time>& time) {
  if (!time) return {};
  return {time->median, time->q1, time->q3, time->min, from_samples(time)};
}
std::optional<Time> to_time(const json& j) {
  if (j.is_null()) return std::nullopt;
  return Time{j[0].get<double>(), j[1].get<double>(), j[2].get<double>(), j[3].get<double>(),
              j[4].get<std::vector<double>>()};
}

}  // namespace

json from(const check::Verdict& v) { return {v.status, v.error, v.bound, v.message}; }

check::Verdict to_verdict(const json& j) {
  return {j[0].get<std::string>(), j[1].get<double>(), j[2].get<double>(), j[3].get<std::string>()};
}

json from(const Counters& counters) {
  json j;
  for (const auto& [name, member] : kCounters) j[name] = counters.*member;
  return j;
}

Counters to_counters(const json& j) {
  Counters counters;
  for (const auto& [name, member] : kCounters) counters.*member = j.at(name).get<uint64_t>();
  return counters;
}

json from(const simt::Hazard& h) {
  json where = json::array();
  for (const simt::Access& a : h.where) where.push_back({a.file, a.line, a.thread, a.access});
  return {h.kind, h.space, where, h.object, h.count, h.message};
}

json from(const std::vector<simt::Hazard>& hazards) {
  json j = json::array();
  for (const simt::Hazard& h : hazards) j.push_back(from(h));
  return j;
}

std::vector<simt::Hazard> to_hazards(const json& j) {
  std::vector<simt::Hazard> hazards;
  for (const json& one : j) {
    simt::Hazard h;
    h.kind = one[0];
    h.space = one[1];
    for (const json& a : one[2])
      h.where.push_back(
          {a[0].get<std::string>(), a[1].get<int>(), a[2].get<std::string>(), a[3].get<std::string>()});
    h.object = one[3];
    h.count = one[4];
    h.message = one[5];
    hazards.push_back(std::move(h));
  }
  return hazards;
}

json from(const Result& r) {
  return {{"id", r.id},
          {"track", r.track},
          {"stage", r.stage},
          {"idea", r.idea},
          {"backend", r.backend},
          {"n", r.n},
          {"dtype", r.dtype},
          {"block", r.block},
          {"scan", r.scan},
          {"verdict", from(r.verdict)},
          {"time", from_time(r.time)},
          {"first_pass", from_time(r.first_pass)},
          {"bytes", r.bytes},
          {"bandwidth", from_number(r.bandwidth)},
          {"fraction_of_ceiling", from_number(r.fraction_of_ceiling)},
          {"fraction_of_peak", from_number(r.fraction_of_peak)},
          {"counters", r.counters ? from(*r.counters) : json()},
          {"hazards", from(r.hazards)},
          {"skipped", r.skipped},
          {"note", r.note}};
}

Result to_result(const json& j) {
  Result r;
  r.id = j.at("id");
  r.track = j.at("track");
  r.stage = j.at("stage");
  r.idea = j.at("idea");
  r.backend = j.at("backend");
  r.n = j.at("n");
  r.dtype = j.at("dtype");
  r.block = j.at("block");
  r.scan = j.at("scan");
  r.verdict = to_verdict(j.at("verdict"));
  r.time = to_time(j.at("time"));
  r.first_pass = to_time(j.at("first_pass"));
  r.bytes = j.at("bytes");
  r.bandwidth = to_number(j.at("bandwidth"));
  r.fraction_of_ceiling = to_number(j.at("fraction_of_ceiling"));
  r.fraction_of_peak = to_number(j.at("fraction_of_peak"));
  if (!j.at("counters").is_null()) r.counters = to_counters(j.at("counters"));
  r.hazards = to_hazards(j.at("hazards"));
  r.skipped = j.at("skipped");
  r.note = j.at("note");
  return r;
}

std::string pack(const json& j) {
  const std::vector<uint8_t> bytes = json::to_msgpack(j);
  return {bytes.begin(), bytes.end()};
}

json unpack(const std::string& text) { return json::from_msgpack(text.begin(), text.end()); }

}  // namespace bench::wire
