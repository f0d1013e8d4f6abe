#include "runtime/order.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <tuple>

#include "runtime/state.h"
#include "platform/source.h"
#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/trace/launches.h"
#include "simt/trace/variables.h"

namespace ladder::simt_runtime {
namespace {

constexpr size_t kMostPending = 256;  // the largest number of operations remembered

struct Order {
  StreamNumber next = 1;
  StreamState legacy;
  std::map<StreamNumber, StreamState*> blocking;  // existing blocking streams
  StreamClock host, all;
  std::deque<Operation> pending;  // operations that the host has not waited for yet
  bool per_thread = false;
};
Order& order() {
  static auto* o = [] {
    auto* made = new Order;
    made->legacy.number = made->next++;
    return made;
  }();
  return *o;
}

bool knows(const StreamClock& clock, const Turn& turn) {
  const auto at = clock.known.find(turn.stream);
  return at != clock.known.end() && at->second >= turn.number;
}

// Adds everything that the stream must wait for before its next operation.
StreamState& caught_up(cudaStream_t s) {
  Order& o = order();
  StreamState& stream = stream_state(s);
  stream.clock.join(o.host);
  if (&stream == &o.legacy) {
    for (const auto& [number, other] : o.blocking) stream.clock.join(other->clock);
  } else if (stream.blocking) {
    stream.clock.join(o.legacy.clock);
  }
  return stream;
}

void enter(Operation& op, cudaStream_t s) {
  StreamState& stream = caught_up(s);
  op.turn = {stream.number, ++stream.clock.known[stream.number]};
  order().all.join(stream.clock);
}

// The operations that may conflict with the one that is now beginning.
std::vector<const Operation*> unordered(const StreamClock& clock) {
  std::vector<const Operation*> all;
  for (const Operation& op : order().pending)
    if (!knows(clock, op.turn)) all.push_back(&op);
  return all;
}

void keep(Operation&& op) {
  auto& pending = order().pending;
  if (pending.size() >= kMostPending) pending.pop_front();
  pending.push_back(std::move(op));
}

void bring(InFlight& f) {
  for (size_t row = 0; row < f.rows && !f.data.empty(); ++row)
    std::memcpy(f.begin + row * f.pitch, f.data.data() + row * f.bytes, f.bytes);
  f.data.clear();
}

std::string element(const char* p, unsigned bytes) {
  const simt::Allocation* a = simt::in_device_memory(p) ? simt::find_allocation(p) : nullptr;
  const auto* v = a ? nullptr : simt::trace::find_variable(reinterpret_cast<uintptr_t>(p));
  if (!a && !v) return "memory";
  const std::string& name = a ? a->name : v->name;
  const auto offset = static_cast<size_t>(p - (a ? a->begin : reinterpret_cast<const char*>(v->begin)));
  if (bytes == 0) return offset == 0 ? name : name + ", from byte " + std::to_string(offset) + " on";
  return name + "[" + std::to_string(offset / bytes) + "]";
}

int line_of(const void* pc) { return pc ? simt::source_line(pc).line : 0; }

struct Meeting {
  const char* address;
  unsigned bytes;
  bool write_before, write_now;
  const void *pc_before, *pc_now;  // places in kernels
};

void tell(const Operation& before, const Operation& now, const Meeting& m) {
  const std::string object = element(m.address, m.bytes);
  const auto access = [](const Operation& op) {
    return op.lifetime ? op.lifetime : op.ranges.empty() ? "launch" : "copy";
  };
  const auto deed = [](const Operation& op, bool write) {
    return op.lifetime ? op.lifetime : write ? "write" : "read";
  };
  Evidence evidence(Cause::streams_not_ordered, {{"what", now.what},
                                                 {"access", deed(now, m.write_now)},
                                                 {"object", object},
                                                 {"other_what", before.what},
                                                 {"other_access", deed(before, m.write_before)}});
  if (const int line = line_of(m.pc_now); line > 0) evidence.add({"line", line});
  if (const int line = line_of(m.pc_before); line > 0) evidence.add({"other_line", line});
  if (before.may_go_on) evidence.add({"pageable", 1});
  report_host_hazard(HostHazardKind::stream_race, now.site, access(now), before.site, access(before), object,
                     std::move(evidence));
}

void tell_copy(const Operation& before, const Operation& now) {
  for (const TouchedRange& r : now.ranges) {
    for (const TouchedRange& b : before.ranges) {
      const char *begin = std::max(r.begin, b.begin), *end = std::min(r.begin + r.bytes, b.begin + b.bytes);
      if (begin < end && (r.write || b.write))
        return tell(before, now, {begin, 0, b.write, r.write, nullptr, nullptr});
    }
    if (before.first_epoch == before.end_epoch) continue;
    const auto touch =
        simt::trace::touched_by(r.begin, r.bytes, before.first_epoch, before.end_epoch, !r.write);
    if (touch.address) return tell(before, now, {touch.address, 0, touch.write, r.write, touch.pc, nullptr});
  }
}

}  // namespace

void StreamClock::join(const StreamClock& other) {
  for (const auto& [stream, number] : other.known) {
    uint64_t& mine = known[stream];
    mine = std::max(mine, number);
  }
}

StreamState& stream_state(cudaStream_t s) {
  Order& o = order();
  const bool per_thread = s == cudaStreamPerThread || (s == nullptr && o.per_thread);
  if (s != nullptr && s != cudaStreamLegacy && !per_thread) return state_of_stream(s);
  if (!per_thread) return o.legacy;
  static thread_local StreamState* mine = nullptr;
  if (!mine) stream_created(*(mine = new StreamState), true);
  return *mine;
}

void stream_created(StreamState& s, bool blocking) {
  Order& o = order();
  s.number = o.next++;
  s.blocking = blocking;
  if (blocking) o.blocking[s.number] = &s;
}
void stream_destroyed(const StreamState& s) {
  order().legacy.clock.join(s.blocking ? s.clock : StreamClock{});
  order().blocking.erase(s.number);
}

void default_stream_is_per_thread() { order().per_thread = true; }

Turn ordered_copy(Operation now, cudaStream_t s) {
  enter(now, s);
  const Turn turn = now.turn;
  for (const Operation* before : unordered(stream_state(s).clock)) tell_copy(*before, now);
  keep(std::move(now));
  return turn;
}

void ordered_allocation(Operation now, cudaStream_t s) {
  enter(now, s);
  keep(std::move(now));
}

void ordered_launch_begin(Operation& now, cudaStream_t s) {
  enter(now, s);
  simt::trace::Concurrent with;
  for (const Operation* before : unordered(stream_state(s).clock)) {
    for (const TouchedRange& r : before->ranges) with.ranges.push_back({r.begin, r.bytes, r.write, before});
    if (before->first_epoch != before->end_epoch)
      with.launches.push_back({before->first_epoch, before->end_epoch, before});
  }
  simt::trace::set_concurrent(std::move(with));
}

void ordered_launch_end(Operation&& now, bool watched) {
  for (const simt::trace::Met& m : simt::trace::take_met())
    tell(*static_cast<const Operation*>(m.with), now,
         {m.address, m.bytes, m.write_before, m.write_now, m.pc_before, m.pc_now});
  if (watched) std::tie(now.first_epoch, now.end_epoch) = simt::trace::epochs_of_last_launch();
  keep(std::move(now));
}

StreamClock recorded(cudaStream_t s) { return caught_up(s).clock; }
void waits_for_event(cudaStream_t s, const StreamClock& event) { stream_state(s).clock.join(event); }

// Makes visible the results of all operations that the host has waited for.
void host_knows(const StreamClock& clock) {
  Order& o = order();
  o.host.join(clock);
  std::erase_if(o.pending, [&](const Operation& op) { return knows(o.host, op.turn); });
  std::vector<Block*> blocks;
  for (const InFlight& f : state().in_flight)
    if (knows(o.host, f.turn)) blocks.push_back(find_block(f.begin));
  if (blocks.empty()) return;
  const MemoryOpen open(std::move(blocks));
  std::erase_if(state().in_flight, [&](InFlight& f) {
    if (!knows(o.host, f.turn)) return false;
    bring(f);
    return true;
  });
}

void stream_sees(cudaStream_t stream, const char* begin, size_t bytes) {
  const auto meets = [&](const InFlight& f) {
    const char* end = f.begin + (f.rows - 1) * f.pitch + f.bytes;
    return !f.data.empty() && (begin == nullptr || (begin < end && f.begin < begin + bytes));
  };
  for (InFlight& f : state().in_flight)
    if (meets(f) && knows(caught_up(stream).clock, f.turn)) bring(f);
}
bool host_has_waited_for(const StreamClock& clock) {
  const auto& known = order().host.known;
  return std::all_of(clock.known.begin(), clock.known.end(), [&](const auto& of) {
    const auto at = known.find(of.first);
    return of.second == 0 || (at != known.end() && at->second >= of.second);
  });
}
void host_knows_stream(cudaStream_t s) {
  StreamState& stream = stream_state(s);  // the default stream's later operations may still be running
  host_knows(&stream == &order().legacy ? caught_up(s).clock : stream.clock);
}
void host_knows_all() { host_knows(order().all); }
// A kernel may have released the word, in memory that the host can read while the kernel runs. It is not
// known which operations came before the release, so the host is assumed to have waited for all of them.
void host_acquires(const void* word) {
  const std::lock_guard lock(state().mutex);
  if (const Block* b = find_block(word); b && b->where != Where::device) host_knows_all();
}

void tell_lost_prints(std::vector<HostHazard>& to) {
  for (const Operation& op : order().pending) {
    if (!op.printed_at) continue;
    const simt::SourceLine &launch = simt::source_line(op.site), &print = simt::source_line(op.printed_at);
    to.push_back({HostHazardKind::not_waited_for,
                  {{launch.file, launch.line, {}, "launch"}, {print.file, print.line, {}, "print"}},
                  "",
                  1,
                  {Cause::print_not_waited_for, {{"what", op.what}, {"line", print.line}}}});
    return;  // one report is enough, because one fix removes all these conflicts
  }
}

}  // namespace ladder::simt_runtime
