#include "cli/block_trace.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "bench/kernel_process.h"
#include "cli/exit.h"
#include "cli/traced.h"
#include "cli/select.h"
#include "bench/result_json.h"
#include "text/units.h"
#include "simt/trace/messages.h"
#include "simt/trace/record.h"

namespace cli {
namespace {

using data::Json;
using simt::BlockRecord;
using simt::RecordedInstruction;
using simt::RecordedPlace;

constexpr int kTraceVersion = 1;

struct Writer {
  const BlockRecord& record;
  const stage::Stage& stage;
  stage::DType dtype;
  std::vector<Json> last_values;  // by object

  // The elements of a buffer that is only read in vectors are still the job's.
  uint64_t element_bytes(int object) const {
    const uint64_t seen = record.objects[static_cast<size_t>(object)].element_bytes;
    const uint64_t type = stage::dtype_size(dtype);
    return seen > type && seen % type == 0 ? type : seen;
  }

  template <typename T>
  Json number(const unsigned char* bytes) const {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
      // The shortest text that is this value: 0.1, not 0.10000000149011612.
      return std::strtod(fmt::format("{}", value).c_str(), nullptr);
    }
    return value;
  }
  Json value(const unsigned char* bytes, uint64_t size) const {
    if (size == stage::dtype_size(dtype)) {
      switch (dtype) {
        case stage::DType::f32:
          return number<float>(bytes);
        case stage::DType::f64:
          return number<double>(bytes);
        case stage::DType::i32:
          return number<int32_t>(bytes);
        case stage::DType::i64:
          return number<int64_t>(bytes);
        default:
          break;
      }
    }
    uint64_t whole = 0;
    std::memcpy(&whole, bytes, std::min<size_t>(size, sizeof whole));
    return whole;
  }

  Json values(const simt::RecordedValues& v) const {
    const uint64_t size = element_bytes(v.object);
    Json list = Json::array();
    for (uint64_t at = 0; at + size <= v.bytes.size(); at += size)
      list.push_back(v.written[at] ? value(&v.bytes[at], size) : Json(nullptr));
    return list;
  }

  // A list of 32, null where a lane is not active.
  template <typename F>
  static Json by_lane(const RecordedInstruction& i, F f) {
    Json list = Json::array();
    for (unsigned lane = 0; lane < 32; ++lane) list.push_back(i.lanes >> lane & 1 ? f(lane) : Json(nullptr));
    return list;
  }

  // The elements that one lane read or wrote: a number, or several of a vector.
  Json accessed(const std::array<unsigned char, 16>& bytes, const RecordedPlace& place, unsigned size) const {
    const uint64_t each = place.object < 0 ? size : std::min<uint64_t>(size, element_bytes(place.object));
    if (each == size) return value(bytes.data(), size);
    Json list = Json::array();
    for (uint64_t at = 0; at + each <= size; at += each) list.push_back(value(&bytes[at], each));
    return list;
  }

  Json places(const RecordedInstruction& i, Json step) const {
    const bool shared = i.kind.starts_with("shared");
    Json objects = Json::array(), index = Json::array(), address = Json::array(), unit = Json::array();
    int first = -2;
    bool same = true;
    for (unsigned lane = 0; lane < 32; ++lane) {
      const RecordedPlace& p = i.places[lane];
      const bool active = i.lanes >> lane & 1;
      if (active && first == -2) first = p.object;
      same = same && (!active || p.object == first);
      const bool known = active && p.object >= 0;
      objects.push_back(known ? Json(record.objects[static_cast<size_t>(p.object)].name) : Json(nullptr));
      index.push_back(known ? Json(p.offset / element_bytes(p.object)) : Json(nullptr));
      address.push_back(known ? Json(p.offset) : Json(nullptr));
      unit.push_back(known ? Json(shared ? p.offset / 4 % 32 : p.offset / 32) : Json(nullptr));
    }
    if (same && first >= 0)
      step["object"] = record.objects[static_cast<size_t>(first)].name;
    else
      step["object"] = objects;
    step["index"] = index;
    step["address"] = address;
    step[shared ? "bank" : "sector"] = unit;
    if (!i.values.empty())
      step["values"] =
          by_lane(i, [&](unsigned lane) { return accessed(i.values[lane], i.places[lane], i.bytes); });
    return step;
  }

  Json step(const RecordedInstruction& i) const {
    Json json = {{"warp", i.warp}, {"line", i.line}};
    if (i.file != stage.file) json["file"] = i.file;
    json["kind"] = i.kind;
    json["lanes"] = fmt::format("{:08x}", i.lanes);
    if (!i.from.empty()) {
      json["from"] = by_lane(i, [&](unsigned lane) { return Json(i.from[lane]); });
      json["values"] = by_lane(i, [&](unsigned lane) { return value(i.values[lane].data(), i.bytes); });
    }
    if (i.places.empty()) return json;
    json["bytes"] = i.bytes;
    if (i.passes > 0) json[i.kind.starts_with("shared") ? "wavefronts" : "sectors"] = i.passes;
    return places(i, std::move(json));
  }

  Json interval(const simt::RecordedInterval& i) {
    Json steps = Json::array(), shared = Json::object();
    for (const RecordedInstruction& instruction : i.instructions) steps.push_back(step(instruction));
    for (const simt::RecordedValues& v : i.shared) {
      Json now = values(v);
      last_values.resize(record.objects.size());
      Json& last = last_values[static_cast<size_t>(v.object)];
      if (now != last) shared[record.objects[static_cast<size_t>(v.object)].name] = now;
      last = std::move(now);
    }
    return {{"steps", std::move(steps)}, {"shared", std::move(shared)}};
  }
};

Json to_json(const BlockRecord& record, const Options& o, const stage::Stage& s, const bench::Conditions& c) {
  Writer writer{record, s, c.dtype, {}};
  Json objects = Json::array(), intervals = Json::array();
  for (size_t i = 0; i < record.objects.size(); ++i)
    objects.push_back({{"name", record.objects[i].name},
                       {"space", record.objects[i].space},
                       {"element_bytes", writer.element_bytes(static_cast<int>(i))}});
  for (const simt::RecordedInterval& i : record.intervals) intervals.push_back(writer.interval(i));
  return {{"trace_version", kTraceVersion},
          {"id", s.id},
          {"file", s.file},
          {"n", c.n},
          {"dtype", stage::dtype_name(c.dtype)},
          {"input", check::name(c.input)},
          {"block", c.block},
          {"launch", o.launch},
          {"block_index", o.block_index},
          {"blocks", record.blocks},
          {"warps", (record.threads + 31) / 32},
          {"note", nullptr},
          {"objects", std::move(objects)},
          {"intervals", std::move(intervals)}};
}

void check_launch(const Options& o, const stage::Stage& s, const bench::Conditions& c, int launches) {
  if (static_cast<uint64_t>(launches) < o.launch)
    throw Failure(fmt::format("--launch {}: {} starts {} kernel{} here ({})", o.launch, s.id, launches,
                              launches == 1 ? "" : "s", in_words(c)));
}

// In the child. What is not there becomes an exception, whose message the parent passes on.
std::string record(const Options& o, const stage::Stage& s, const bench::Conditions& c) {
  const auto launch = static_cast<int>(std::min<uint64_t>(o.launch, INT32_MAX));
  simt::BlockRecorder recorder(o.block_index, launch);
  const bench::Observed observed =
      bench::observe(s, c,
                     {.counters = true,
                      .hazards = false,
                      .only_block = static_cast<int64_t>(std::min<uint64_t>(o.block_index, INT64_MAX))},
                     [&](device::Machine& machine) { recorder.listen(machine); });
  if (!observed.no_memory.empty()) throw Failure(observed.no_memory);
  const BlockRecord block = recorder.take(observed.launches);
  check_launch(o, s, c, block.launches);
  if (o.block_index >= block.blocks)
    throw Failure(fmt::format("--block-index {}: launch {} of {} has {} block{}, 0 to {} ({})", o.block_index,
                              o.launch, s.id, block.blocks, block.blocks == 1 ? "" : "s", block.blocks - 1,
                              in_words(c)));
  Json json = to_json(block, o, s, c);
  std::string note = observed.stopped.empty() ? "" : "the run was stopped: " + observed.stopped;
  if (!block.out_of_room.empty()) note += (note.empty() ? "" : "; ") + block.out_of_room;
  if (!note.empty()) json["note"] = note;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// In the child.
std::string record_messages(const Options& o, const stage::Stage& s, const bench::Conditions& c) {
  const auto launch = static_cast<int>(std::min<uint64_t>(o.launch, INT32_MAX));
  simt::MessageRecorder recorder(launch);
  const bench::Observed observed =
      bench::observe(s, c, {.counters = true, .hazards = false},
                     [&](device::Machine& machine) { recorder.listen(machine); });
  const simt::LaunchRecord record = recorder.take(observed.launches);
  check_launch(o, s, c, record.launches);
  if (record.out_of_room)
    throw Failure(fmt::format("{}: this launch does too much to be followed; a smaller n", s.id));
  Json blocks = Json::array(), messages = Json::array();
  for (const auto& [block, run] : record.blocks)
    blocks.push_back({{"block", block},
                      {"start", run.start},
                      {"end", run.end},
                      {"posts", run.posts},
                      {"copies", run.copies}});
  for (const simt::Message& m : record.messages)
    messages.push_back({{"from", m.from},
                        {"to", m.to},
                        {"object", m.object},
                        {"posted", m.posted},
                        {"first_look", m.first_look},
                        {"read", m.read}});
  return Json({{"id", s.id},
               {"n", c.n},
               {"block", c.block},
               {"launch", o.launch},
               {"blocks", blocks},
               {"messages", messages}})
      .dump();
}

Json traced_apart(const Options& o,
                  std::string (*record)(const Options&, const stage::Stage&, const bench::Conditions&)) {
  const stage::Stage& s = one_stage(o.ids[0]);
  const bench::Conditions c = case_for(o, s);
  const os::Outcome outcome = bench::run_kernels_isolated([&](const os::Report&) { return record(o, s, c); },
                                                          bench::executor_limits(o.timeout, c.n, 1));
  if (outcome.status == os::Outcome::Status::failed) throw Failure(outcome.error);
  if (!outcome.finished()) throw Failure(wrong_result, fmt::format("{}: {}", s.id, outcome.error));
  return data::parse_json(outcome.result, "the trace");
}

}  // namespace

Json trace_block(const Options& o) { return traced_apart(o, record); }
Json trace_messages(const Options& o) { return traced_apart(o, record_messages); }

Json watched_trace(const Options& o, std::FILE* to, int& status) {
  const stage::Stage& s = one_stage(o.ids[0]);
  const std::vector<TracedJob> jobs = {{&s, case_for(o, s)}};
  const std::vector<TracedRun> watched = run_watched(jobs, o);
  status = status_of(jobs, watched);
  if (o.quiet)
    tell_failures(jobs, watched);
  else if (bench::has_hazards(watched[0].row) || status != good)
    tell_hazards(o, watched[0], s, to);
  std::fflush(to);
  Json json = trace_block(o);
  json["hazards"] = data::to_json(watched[0].row.hazards);
  return json;
}

}  // namespace cli
