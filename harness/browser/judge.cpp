// The interface through which a page or node uses a stage linked with this file: judge(request) returns
// an answer. Both are JSON.
//   {"n": 4096, "block": 256, "dtype": "f32", "input": "iota"}   its verdict, hazards and costs at one size
//   {"check": true}                             its verdict at all sizes; for a pitfall, whether it fails as declared
//   {"trace": {"launch": 1, "block_index": 0}, "n": 256, "block": 64}
//                                               a trace of one block, in the format of ./ladder trace, and the hazards
// "id": the stage; without it, the only stage.
#include <fmt/format.h>

#include <cstring>
#include <string>

#include "bench/plan.h"
#include "bench/result_json.h"
#include "bench/run_parts.h"
#include "look/case.h"
#include "look/hazards_and_counters.h"
#include "look/tracing.h"
#include "practice/file_runner.h"
#include "simt/counters_json.h"
#include "simt/memory.h"
#include "simt/trace/schedule.h"
#include "simt/trace/share.h"

using namespace ladder;

namespace {

using data::Json;

struct Silent : bench::Progress {
  void update(const std::string&, size_t, size_t) override {}
};

const stage::Stage& the_stage(const std::string& id) {
  const auto stages = stage::all_stages(stage::Build::simt_traced);
  if (!id.empty()) {
    const stage::Stage* stage = stage::find_stage(stage::Build::simt_traced, id);
    if (stage == nullptr) throw std::runtime_error(fmt::format("there is no stage {}", id));
    return *stage;
  }
  if (stages.empty())
    throw std::runtime_error("the file registers no stage: it needs a line STAGE(\"track/name\", …)");
  return *stages.front();
}

template <typename T>
std::optional<T> asked(const Json& request, const char* name) {
  return request.contains(name) ? std::optional<T>(request.at(name).get<T>()) : std::nullopt;
}

Json lines_of(const simt::Observation& seen) {
  Json lines = Json::array();
  for (const auto& line : seen.lines)
    lines.push_back({{"file", line.file}, {"line", line.line}, {"counters", data::to_json(line.counters)}});
  return lines;
}

Json row_of(const bench::Result& row) {
  return {{"id", row.id},
          {"n", row.n},
          {"block", row.block},
          {"dtype", row.dtype},
          {"status", data::name(row.verdict.status)},
          {"passed", row.verdict.passed()},
          {"message", row.verdict.message()},
          {"hazards", data::to_json(row.hazards.value_or(std::vector<simt::Hazard>{}))}};
}

look::Job job_of(const stage::Stage& stage, const Json& request) {
  look::Asked asked_for;
  if (const auto n = asked<size_t>(request, "n")) asked_for.n = *n;
  if (const auto block = asked<unsigned>(request, "block")) asked_for.block = *block;
  if (const auto input = asked<std::string>(request, "input")) asked_for.input = look::input_of(*input);
  if (const auto type = asked<std::string>(request, "dtype"))
    for (const stage::Variant& v : stage.variants)
      if (stage::dtype_name(v.dtype) == *type) asked_for.dtype = v.dtype;
  return {&stage, look::case_of(stage, asked_for)};
}

Json looked_at(const stage::Stage& stage, const Json& request) {
  Silent silent;
  const look::Job job = job_of(stage, request);
  const look::Seen seen =
      look::counters(std::span(&job, 1), {.counters = true, .hazards = false}, 0, silent).front();
  Json out = row_of(seen.row);
  out["counted"] = seen.counted();
  out["counters"] = data::to_json(seen.observed.observation.counters);
  out["lines"] = lines_of(seen.observed.observation);
  return out;
}

Json traced(const stage::Stage& stage, const Json& request) {
  Silent silent;
  const Json& at = request.at("trace");
  const look::Place place{at.value("block_index", uint64_t{0}), at.value("launch", uint64_t{1})};
  Json found;
  Json trace = data::to_json(look::watched_trace(job_of(stage, request), place, 0, silent,
                                                 [&](const look::Seen& seen) { found = row_of(seen.row); }));
  trace["hazards"] = found["hazards"];
  trace["verdict"] = {{"passed", found["passed"]}, {"message", found["message"]}};
  return trace;
}

Json checked(const stage::Stage& stage, const Json& request) {
  Silent silent;
  bench::Plan plan;
  plan.held = &stage;
  plan.backends = {bench::Backend::simt};
  plan.brisk = true;
  plan.dtypes = {stage.variants.front().dtype};
  if (const auto n = asked<size_t>(request, "n")) plan.ns = {*n};
  plan.blocks = {std::clamp(bench::kDefaultBlock, stage.min_block, stage.max_block)};
  const std::vector<bench::Result> rows = bench::check(plan, silent);
  Json out = row_of(rows.front());
  out["expect"] = stage.expect;
  return out;
}

Json answer(const std::string& text) {
  try {
    const Json request = Json::parse(text);
    const stage::Stage& stage = the_stage(request.value("id", ""));
    if (request.contains("trace")) return traced(stage, request);
    return request.value("check", false) ? checked(stage, request) : looked_at(stage, request);
  } catch (const std::exception& e) {
    return {{"error", e.what()}};
  }
}

std::string last;

}  // namespace

extern "C" {
__attribute__((export_name("simt_room"))) char* simt_room(size_t bytes) {
  return static_cast<char*>(std::malloc(bytes));
}
// Both strings are null-terminated.
__attribute__((export_name("judge"))) const char* judge(const char* request) {
  last = answer(request).dump();
  return last.c_str();
}
// Called before the host copies device memory here. run_file() then answers the judge of exercises, if this module contains
// the reader's file (remote_module.cpp).
__attribute__((export_name("share_memory"))) void share_memory() {
  static bool shared = false;
  if (std::exchange(shared, true)) return;
  simt::share_device_memory(0, true);
  stage::stand_for(stage::Build::simt_traced, stage::Build::simt);
}
__attribute__((export_name("run_file"))) const char* run_file(const char* request, size_t bytes,
                                                              size_t* answer_bytes) {
  simt::trace::watch_host = true;
  last = data::packed(
      practice::answer_to(data::unpacked<practice::Request>(std::string(request, bytes)), [](double) {}));
  *answer_bytes = last.size();
  return last.data();
}
}
