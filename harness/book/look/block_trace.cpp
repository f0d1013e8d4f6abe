#include "look/block_trace.h"

#include <fmt/format.h>

#include <cstring>

#include "bench/kernel_process.h"
#include "os/error.h"
#include "simt/trace/messages.h"
#include "simt/trace/record.h"
#include "simt/trace/record_json.h"

namespace look {
namespace {

using data::Json;
using simt::BlockRecord;

constexpr int kTraceVersion = 1;

// The bytes of a value as this type; of another size: as a whole number.
Json value(const unsigned char* bytes, uint64_t size, stage::DType dtype) {
  if (size == stage::dtype_size(dtype)) {
    switch (dtype) {
      case stage::DType::f32:
        return simt::number_of<float>(bytes);
      case stage::DType::f64:
        return simt::number_of<double>(bytes);
      case stage::DType::i32:
        return simt::number_of<int32_t>(bytes);
      case stage::DType::i64:
        return simt::number_of<int64_t>(bytes);
      default:
        break;
    }
  }
  uint64_t whole = 0;
  std::memcpy(&whole, bytes, std::min<size_t>(size, sizeof whole));
  return whole;
}

Json to_json(const BlockRecord& record, const stage::Stage& s, const bench::Conditions& c,
             const Place& place) {
  Json of_block = simt::json_of(
      record, {s.file, stage::dtype_size(c.dtype),
               [&](const unsigned char* bytes, uint64_t size) { return value(bytes, size, c.dtype); }});
  return {{"trace_version", kTraceVersion},
          {"id", s.id},
          {"file", s.file},
          {"n", c.n},
          {"dtype", stage::dtype_name(c.dtype)},
          {"input", check::name(c.input)},
          {"block", c.block},
          {"launch", place.launch},
          {"block_index", place.block_index},
          {"blocks", record.blocks},
          {"warps", (record.threads + 31) / 32},
          {"note", nullptr},
          {"objects", std::move(of_block["objects"])},
          {"intervals", std::move(of_block["intervals"])}};
}

void check_launch(const stage::Stage& s, const bench::Conditions& c, const Place& place, int launches) {
  if (static_cast<uint64_t>(launches) < place.launch)
    throw os::Error(fmt::format("--launch {}: {} starts {} kernel{} here ({})", place.launch, s.id, launches,
                                launches == 1 ? "" : "s", in_words(c)));
}

// In the child. What is not there becomes an exception, whose message the parent passes on.
std::string record(const stage::Stage& s, const bench::Conditions& c, const Place& place) {
  const auto launch = static_cast<int>(std::min<uint64_t>(place.launch, INT32_MAX));
  simt::BlockRecorder recorder(place.block_index, launch);
  const bench::Observed observed =
      bench::observe(s, c,
                     {.counters = true,
                      .hazards = false,
                      .only_block = static_cast<int64_t>(std::min<uint64_t>(place.block_index, INT64_MAX))},
                     [&](device::Machine& machine) { recorder.listen(machine); });
  if (!observed.no_memory.empty()) throw os::Error(observed.no_memory);
  const BlockRecord block = recorder.take(observed.launches);
  check_launch(s, c, place, block.launches);
  if (place.block_index >= block.blocks)
    throw os::Error(fmt::format("--block-index {}: launch {} of {} has {} block{}, 0 to {} ({})",
                                place.block_index, place.launch, s.id, block.blocks,
                                block.blocks == 1 ? "" : "s", block.blocks - 1, in_words(c)));
  Json json = to_json(block, s, c, place);
  std::string note = observed.stopped.empty() ? "" : "the run was stopped: " + observed.stopped;
  if (!block.out_of_room.empty()) note += (note.empty() ? "" : "; ") + block.out_of_room;
  if (!note.empty()) json["note"] = note;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// In the child.
std::string record_messages(const stage::Stage& s, const bench::Conditions& c, const Place& place) {
  const auto launch = static_cast<int>(std::min<uint64_t>(place.launch, INT32_MAX));
  simt::MessageRecorder recorder(launch);
  const bench::Observed observed =
      bench::observe(s, c, {.counters = true, .hazards = false},
                     [&](device::Machine& machine) { recorder.listen(machine); });
  const simt::LaunchRecord record = recorder.take(observed.launches);
  check_launch(s, c, place, record.launches);
  if (record.out_of_room)
    throw os::Error(fmt::format("{}: this launch does too much to be followed; a smaller n", s.id));
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
               {"launch", place.launch},
               {"blocks", blocks},
               {"messages", messages}})
      .dump();
}

using Recording = std::string (*)(const stage::Stage&, const bench::Conditions&, const Place&);

Json apart(Recording recording, const stage::Stage& s, const bench::Conditions& c, const Place& place,
           double timeout) {
  const os::Outcome outcome = bench::run_kernels_isolated(
      [&](const os::Report&) { return recording(s, c, place); }, bench::executor_limits(timeout, c.n, 1));
  if (outcome.status == os::Outcome::Status::failed) throw os::Error(outcome.error);
  if (!outcome.finished()) throw Crashed(fmt::format("{}: {}", s.id, outcome.error));
  return data::parse_json(outcome.result, "the trace");
}

}  // namespace

Json trace(const stage::Stage& s, const bench::Conditions& c, const Place& place, double timeout) {
  return apart(record, s, c, place, timeout);
}
Json messages(const stage::Stage& s, const bench::Conditions& c, const Place& place, double timeout) {
  return apart(record_messages, s, c, place, timeout);
}

}  // namespace look
