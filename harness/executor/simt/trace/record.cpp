#include "simt/trace/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "simt/memory.h"
#include "simt/shared_memory.h"
#include "simt/trace/context.h"
#include "simt/trace/banks_and_sectors.h"
#include "platform/source.h"

namespace ladder::simt {
namespace {

using trace::Kind;
using trace::lowest;

constexpr size_t kMostKept = 100'000;  // instructions

bool is_access(Kind kind) { return kind >= Kind::global_load && kind <= Kind::shared_atomic; }
bool is_shared(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::shared_atomic;
}
bool writes(Kind kind) { return kind == Kind::shared_store || kind == Kind::shared_atomic; }

// NaN equals NaN here.
bool same(const std::vector<Value>& a, const std::vector<Value>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Value& x, const Value& y) {
    const auto *f = std::get_if<double>(&x), *g = std::get_if<double>(&y);
    return x == y || (f != nullptr && g != nullptr && std::isnan(*f) && std::isnan(*g));
  });
}

}  // namespace

StepKind kind_of(const trace::WarpInstruction& i) {
  switch (i.kind) {
    case Kind::basic_block:  // this event is not a step of the trace
    case Kind::barrier:
      return StepKind::barrier;
    case Kind::division:
      return StepKind::division;
    case Kind::global_load:
      return StepKind::global_load;
    case Kind::global_store:
      return StepKind::global_store;
    case Kind::shared_load:
      return StepKind::shared_load;
    case Kind::shared_store:
      return StepKind::shared_store;
    case Kind::global_atomic:
      return StepKind::global_atomic;
    case Kind::shared_atomic:
      return StepKind::shared_atomic;
    case Kind::bulk_load:
      return StepKind::bulk_load;
    case Kind::bulk_store:
      return StepKind::bulk_store;
    case Kind::warp_op:
      break;
  }
  switch (i.op) {
    case WarpOp::shuffle:
      return StepKind::shuffle;
    case WarpOp::shuffle_up:
      return StepKind::shuffle_up;
    case WarpOp::shuffle_down:
      return StepKind::shuffle_down;
    case WarpOp::shuffle_xor:
      return StepKind::shuffle_xor;
    case WarpOp::vote:
      return StepKind::vote;
    case WarpOp::reduce:
      return StepKind::warp_reduce;
    case WarpOp::active_mask:
      return StepKind::active_mask;
    case WarpOp::match_any:
    case WarpOp::match_all:
      return StepKind::match;
    case WarpOp::matrix_multiply_add:
      return StepKind::matrix_multiply_add;
    case WarpOp::matrix_exchange:
    case WarpOp::matrix_exchange_transposed:
      return StepKind::matrix_exchange;
    case WarpOp::sync:
      break;
  }
  return StepKind::warp_sync;
}

template <typename T>
Value value_of(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_floating_point_v<T>)
    return std::isfinite(value) ? std::strtod(fmt::format("{}", value).c_str(), nullptr) : double{value};
  else
    return int64_t{value};
}
template Value value_of<float>(const unsigned char*);
template Value value_of<double>(const unsigned char*);
template Value value_of<int32_t>(const unsigned char*);
template Value value_of<int64_t>(const unsigned char*);

BlockRecorder::~BlockRecorder() { trace::set_observer(nullptr); }

void BlockRecorder::listen(device::Machine& machine) {
  machine_ = &machine;
  machine.limit_launches(launch_);
  trace::set_observer(this);
}

void BlockRecorder::listen() { trace::set_observer(this); }

BlockRecorder::Place BlockRecorder::place(uint64_t address, unsigned bytes, bool shared) {
  const auto* p = reinterpret_cast<const char*>(address);
  std::string name;
  const char* begin = nullptr;
  if (shared) {
    const SharedArray* array = find_shared(p);
    if (array == nullptr) return {};
    name = array->name;
    begin = thread_pointer() + array->offset;
  } else {
    const Allocation* allocation = find_allocation(p);
    if (allocation == nullptr || !in_device_memory(p)) return {};
    name = allocation->name;
    begin = allocation->begin;
  }
  const auto [entry, is_new] = index_of_.try_emplace(name, static_cast<int>(objects_.size()));
  const int object = entry->second;
  if (is_new) objects_.push_back({name, shared, bytes});
  Object& known = objects_[static_cast<size_t>(object)];
  known.element_bytes = std::min(known.element_bytes, bytes);
  if (shared) begin_of_[object] = begin;
  return {object, static_cast<uint64_t>(p - begin)};
}

void BlockRecorder::instruction(const trace::WarpInstruction& i) {
  if (i.block != block_ || !here() || i.kind == Kind::basic_block) return;
  if (++count_ > kMostKept) {
    out_of_room_ = "only its first " + std::to_string(kMostKept) + " instructions are kept";
    return;
  }
  Raw raw{i, {}, {}, {}};
  raw.instruction.address = nullptr;
  if (i.value != nullptr) raw.values.assign(i.value, i.value + kLanes);
  if (i.from != nullptr) raw.from.assign(i.from, i.from + kLanes);
  if (is_access(i.kind)) {
    raw.places.resize(kLanes);
    for (uint32_t m = i.lanes; m; m &= m - 1) {
      const Place here = place(i.address[lowest(m)], i.bytes, is_shared(i.kind));
      raw.places[lowest(m)] = here;
      if (here.object < 0 || !writes(i.kind)) continue;
      Bytes& values = shared_[here.object];
      if (values.written.size() < here.offset + i.bytes) values.written.resize(here.offset + i.bytes);
      for (unsigned b = 0; b < i.bytes; ++b) values.written[here.offset + b] = true;
    }
  }
  raw_.push_back(std::move(raw));
}

void BlockRecorder::barrier(const Worker& w) {
  if (w.block_index != block_ || !here()) return;
  threads_ = w.threads;
  for (auto& [object, values] : shared_) {
    const char* begin = begin_of_[object];
    values.bytes.assign(begin, begin + values.written.size());
  }
  done_.push_back({std::move(raw_), shared_});
  raw_.clear();
}

// A buffer read only in vectors still consists of the job's elements.
uint64_t BlockRecorder::element_bytes(int object, const Decoding& decoding) const {
  const uint64_t seen = objects_[static_cast<size_t>(object)].element_bytes, type = decoding.type_bytes;
  return type > 0 && seen > type && seen % type == 0 ? type : seen;
}

void BlockRecorder::take_places(TraceStep& step, const Raw& raw, const Decoding& decoding) const {
  const bool shared = is_shared(step.kind);
  ByLane& unit = shared ? step.bank : step.sector;
  bool same = true;
  int first = -2;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const Place& p = raw.places[lane];
    const bool active = step.lanes.has(lane), known = active && p.object >= 0;
    if (active && first == -2) first = p.object;
    same = same && (!active || p.object == first);
    step.object.names.push_back(known ? objects_[static_cast<size_t>(p.object)].name : "");
    const auto number = [&](uint64_t n) { return known ? std::optional(n) : std::nullopt; };
    step.index.push_back(known ? std::optional(p.offset / element_bytes(p.object, decoding)) : std::nullopt);
    step.address.push_back(number(p.offset));
    unit.push_back(number(shared ? p.offset / 4 % 32 : p.offset / 32));
  }
  if (same && first >= 0) step.object.names = {objects_[static_cast<size_t>(first)].name};
}

TraceStep BlockRecorder::step_of(const Raw& raw, const std::string& file, const Decoding& decoding) const {
  const trace::WarpInstruction& i = raw.instruction;
  const SourceLine& where = source_line(i.pc);
  TraceStep step;
  step.warp = i.warp;
  step.line = where.line;
  if (where.file != file) step.file = where.file;
  step.kind = kind_of(i);
  step.lanes = {i.lanes};
  for (unsigned lane = 0; lane < raw.from.size(); ++lane)
    step.from.push_back(step.lanes.has(lane) ? std::optional<uint64_t>(raw.from[lane]) : std::nullopt);
  if (!raw.places.empty()) {
    step.bytes = i.bytes;
    if (i.passes > 0) (is_shared(step.kind) ? step.wavefronts : step.sectors) = i.passes;
    take_places(step, raw, decoding);
  } else if (raw.from.empty()) {
    return step;
  }
  for (unsigned lane = 0; lane < raw.values.size(); ++lane) {
    std::vector<Value>& values = step.values.emplace_back();
    if (!step.lanes.has(lane)) continue;
    const int object = raw.places.empty() ? -1 : raw.places[lane].object;
    const uint64_t each = object < 0 ? i.bytes : std::min<uint64_t>(i.bytes, element_bytes(object, decoding));
    for (uint64_t at = 0; at + each <= i.bytes; at += each)
      values.push_back(decoding.value(&raw.values[lane][at], each));
  }
  return step;
}

BlockTrace BlockRecorder::take(const std::string& file, const Decoding& decoding) {
  trace::set_observer(nullptr);
  BlockTrace taken;
  taken.blocks = trace::session.total_blocks;
  taken.warps = (threads_ + kLanes - 1) / kLanes;
  if (const dim3& shape = trace::session.block_shape; shape.y * shape.z > 1)
    taken.shape = {shape.x, shape.y, shape.z};
  taken.note = out_of_room_;
  if (!raw_.empty()) done_.push_back({std::move(raw_), {}});  // the block was stopped midway
  for (int i = 0; i < static_cast<int>(objects_.size()); ++i) {
    const Object& object = objects_[static_cast<size_t>(i)];
    taken.objects.push_back({object.name, object.shared ? "shared" : "global", element_bytes(i, decoding)});
  }
  std::map<int, std::vector<Value>> last;
  for (const Interval& interval : done_) {
    TraceInterval& now = taken.intervals.emplace_back();
    for (const Raw& raw : interval.raw) now.steps.push_back(step_of(raw, file, decoding));
    for (const auto& [object, seen] : interval.shared) {
      std::vector<Value> values;
      const uint64_t size = element_bytes(object, decoding);
      for (uint64_t at = 0; at + size <= seen.bytes.size(); at += size)
        values.push_back(seen.written[at] ? decoding.value(&seen.bytes[at], size) : Value());
      if (last.contains(object) && same(last[object], values)) continue;
      last[object] = values;
      now.shared.push_back({objects_[static_cast<size_t>(object)].name, std::move(values)});
    }
  }
  return taken;
}

}  // namespace ladder::simt
