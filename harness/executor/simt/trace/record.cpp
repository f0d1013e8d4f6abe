#include "simt/trace/record.h"

#include <algorithm>

#include "simt/memory.h"
#include "simt/shared_memory.h"
#include "simt/trace/context.h"
#include "simt/trace/cost.h"
#include "simt/trace/source.h"

namespace simt {
namespace {

using trace::Kind;
using trace::lowest;

constexpr size_t kMostKept = 100'000;  // instructions

bool is_access(Kind kind) { return kind >= Kind::global_load && kind <= Kind::shared_atomic; }
bool is_shared(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::shared_atomic;
}
bool writes(Kind kind) { return kind == Kind::shared_store || kind == Kind::shared_atomic; }

}  // namespace

const char* name_of(const trace::WarpInstruction& i) {
  switch (i.kind) {
    case Kind::basic_block:
      return "basic_block";
    case Kind::division:
      return "division";
    case Kind::global_load:
      return "global_load";
    case Kind::global_store:
      return "global_store";
    case Kind::shared_load:
      return "shared_load";
    case Kind::shared_store:
      return "shared_store";
    case Kind::global_atomic:
      return "global_atomic";
    case Kind::shared_atomic:
      return "shared_atomic";
    case Kind::bulk_load:
      return "bulk_load";
    case Kind::bulk_store:
      return "bulk_store";
    case Kind::barrier:
      return "barrier";
    case Kind::warp_op:
      break;
  }
  switch (i.op) {
    case WarpOp::shuffle:
      return "shuffle";
    case WarpOp::shuffle_up:
      return "shuffle_up";
    case WarpOp::shuffle_down:
      return "shuffle_down";
    case WarpOp::shuffle_xor:
      return "shuffle_xor";
    case WarpOp::sync:
      return "warp_sync";
    case WarpOp::vote:
      return "vote";
    case WarpOp::reduce:
      return "warp_reduce";
    case WarpOp::active_mask:
      return "active_mask";
    case WarpOp::match_any:
    case WarpOp::match_all:
      return "match";
  }
  return "";
}

BlockRecorder::~BlockRecorder() { trace::set_observer(nullptr); }

void BlockRecorder::listen(device::Machine& machine) {
  machine_ = &machine;
  machine.limit_launches(launch_);
  trace::set_observer(this);
}

void BlockRecorder::listen() { trace::set_observer(this); }

RecordedPlace BlockRecorder::place(uint64_t address, unsigned bytes, bool shared) {
  const auto* p = reinterpret_cast<const char*>(address);
  std::string name;
  const char* begin = nullptr;
  if (shared) {
    const SharedArray* array = find_shared(p);
    if (array == nullptr) return {};
    name = array->name;
    begin = static_cast<const char*>(__builtin_thread_pointer()) + array->offset;
  } else {
    const Allocation* allocation = find_allocation(p);
    if (allocation == nullptr || !in_device_memory(p)) return {};
    name = allocation->name;
    begin = allocation->begin;
  }
  const auto [entry, is_new] = index_of_.try_emplace(name, static_cast<int>(record_.objects.size()));
  const int object = entry->second;
  if (is_new) record_.objects.push_back({name, shared ? "shared" : "global", bytes});
  RecordedObject& known = record_.objects[static_cast<size_t>(object)];
  known.element_bytes = std::min(known.element_bytes, bytes);
  if (shared) begin_of_[object] = begin;
  return {object, static_cast<uint64_t>(p - begin)};
}

void BlockRecorder::instruction(const trace::WarpInstruction& i) {
  if (i.block != block_ || !here() || i.kind == Kind::basic_block) return;
  if (++count_ > kMostKept) {
    record_.out_of_room = "only its first " + std::to_string(kMostKept) + " instructions are kept";
    return;
  }
  Raw raw{i, {}, {}, {}};
  raw.instruction.address = nullptr;
  if (i.value != nullptr) raw.values.assign(i.value, i.value + kLanes);
  if (i.from != nullptr) raw.from.assign(i.from, i.from + kLanes);
  if (is_access(i.kind)) {
    raw.places.resize(kLanes);
    for (uint32_t m = i.lanes; m; m &= m - 1) {
      const RecordedPlace here = place(i.address[lowest(m)], i.bytes, is_shared(i.kind));
      raw.places[lowest(m)] = here;
      if (here.object < 0 || !writes(i.kind)) continue;
      RecordedValues& values = shared_[here.object];
      values.object = here.object;
      if (values.written.size() < here.offset + i.bytes) values.written.resize(here.offset + i.bytes);
      for (unsigned b = 0; b < i.bytes; ++b) values.written[here.offset + b] = true;
    }
  }
  raw_.push_back(std::move(raw));
}

void BlockRecorder::barrier(const Worker& w) {
  if (w.block_index != block_ || !here()) return;
  record_.threads = w.threads;
  RecordedInterval& interval = record_.intervals.emplace_back();
  for (auto& [object, values] : shared_) {
    const char* begin = begin_of_[object];
    values.bytes.assign(begin, begin + values.written.size());
    interval.shared.push_back(values);
  }
  done_.push_back(std::move(raw_));
  raw_.clear();
}

BlockRecord BlockRecorder::take(int launches) {
  trace::set_observer(nullptr);
  record_.launches = std::min(launches, launch_);
  record_.blocks = trace::session.total_blocks;
  if (!raw_.empty()) {  // stopped on the way
    record_.intervals.emplace_back();
    done_.push_back(std::move(raw_));
  }
  for (size_t i = 0; i < done_.size(); ++i)
    for (const Raw& raw : done_[i]) {
      const SourceLine& where = source_line(raw.instruction.pc);
      record_.intervals[i].instructions.push_back(
          {name_of(raw.instruction), where.file, where.line, raw.instruction.warp, raw.instruction.bytes,
           raw.instruction.passes, raw.instruction.lanes, raw.places, raw.values, raw.from});
    }
  return std::move(record_);
}

}  // namespace simt
