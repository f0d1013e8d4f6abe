// Everything that the executor reports to the trace: launches, blocks, barriers, warp operations, atomics,
// fences.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <utility>

#include "platform/image.h"
#include "simt/memory.h"
#include "simt/trace/context.h"
#include "simt/trace/hazards.h"
#include "simt/trace/replay.h"
#include "simt/trace/schedule.h"
#include "simt/trace/stored.h"
#include "simt/trace/share.h"
#include "simt/trace/variables.h"
#include "simt/trace/values.h"
#include "simt/workers.h"

namespace ladder::simt {

void set_trace_options(const TraceOptions& options) {
  trace::session.options = options;
  trace::keep_stored(options.stored);
}
TraceOptions trace_options() { return trace::session.options; }

namespace trace {

Session session;
constinit thread_local Context* active = nullptr;

Share take_share() { return std::exchange(session.share, {}); }

bool watch_host = false;
bool watched_alone = false;
void (*see_host_access)(uintptr_t address, size_t bytes, bool reads) = nullptr;
void (*before_volatile)(const volatile void* address) = nullptr;

// A copy counts as one step per 16 bytes, and any access as at least one step.
void host_access(uintptr_t address, size_t bytes, bool reads) {
  session.share.host_steps += std::max<size_t>(1, bytes / 16);
  if (!reads) return;
  if (address - reinterpret_cast<uintptr_t>(shared_begin()) < shared_bytes())
    session.share.read_by_host = "shared memory";
  else if (const Variable* v = find_variable(address); v != nullptr && v->written)
    session.share.read_by_host = v->name.c_str();
}

void set_observer(Observer* observer) { session.observer = observer; }

namespace {

// A warp's events are replayed at a point where all its lanes wait, once there are this many events: few
// enough to stay in the cache.
constexpr size_t kReplayAt = 1024;
// The limit on events in one block between two barriers; anything beyond it is not counted. A buffer that grows
// is copied, and WebAssembly has little memory for the copy.
constexpr size_t kMaxEvents = (sizeof(void*) > 4 ? 32 : 16) * 1024 * 1024;

void find_image() {
  const Image image = program_image();
  // A place has kPcBits bits. In a larger program, such as a sanitizer build, these bits cover the same
  // distance before and after the start of the kernels.
  const uintptr_t kernels = kernels_begin();
  session.image = std::max(image.begin, kernels - std::min<uintptr_t>(kernels, kPcMask / 2));
  for (const auto& [begin, bytes] : image.writable) session.writable.push_back({begin, bytes});
  for (const auto& [begin, bytes] : image.read_only) session.read_only.push_back({begin, bytes});
}

void find_shared_arrays() {
  const auto begin = reinterpret_cast<uintptr_t>(shared_begin());
  session.array_of_word.assign(shared_bytes() / 4 + 1, 0);
  for (size_t offset = 0; offset < shared_bytes();) {
    const SharedArray* array = find_shared(shared_begin() + offset);
    const uintptr_t first = array ? reinterpret_cast<uintptr_t>(thread_pointer()) + array->offset - begin : 0;
    if (!array || offset >= first + array->bytes) {
      offset += 4;
      continue;
    }
    session.arrays.push_back({first, array->bytes, array});
    for (size_t word = first / 4; word * 4 < first + array->bytes; ++word)
      session.array_of_word[word] = static_cast<uint16_t>(session.arrays.size());
    offset = (first + array->bytes + 3) / 4 * 4;
  }
}

// Each OS thread that has run an observed block has one context; later launches reuse it.
Context& context_of(Worker& w) {
  // Never destroyed, because exit handlers may launch kernels.
  static auto& contexts = *new std::map<Worker*, std::unique_ptr<Context>>;
  auto& c = contexts[&w];
  if (!c) {
    c = std::make_unique<Context>();
    c->worker = &w;
    c->shared_cells = map_cells(shared_bytes());
    c->shared_array = session.array_of_word.data();
    for (unsigned t = 0; t < kMaxThreads; ++t) {
      c->clock[t].fill(0);
      c->clock[t][t % kLanes] = 1;
    }
  }
  return *c;
}

}  // namespace

void more_room(Context& c, LaneEvents& events) {
  if (!events.begin && !c.spare_events.empty()) {
    events = c.spare_events.back();
    c.spare_events.pop_back();
    return;
  }
  const size_t used = static_cast<size_t>(events.next - events.begin);
  const size_t room = std::max<size_t>(256, used * 2);
  if (used * c.worker->threads > kMaxEvents) {  // the kernel is most likely in an endless loop
    mark_incomplete();
    events.next = events.begin;
    return;
  }
  auto* p = static_cast<Event*>(std::realloc(static_cast<void*>(events.begin), (room + 1) * sizeof(Event)));
  if (!p) throw std::bad_alloc();
  events = {p, p + used, p + room};
}

void record_slowly(Context& c, unsigned lane, Kind kind, uint64_t address, unsigned bytes, const void* pc) {
  LaneEvents& events = c.events[lane];
  if (events.next == events.end) more_room(c, events);
  *events.next++ = event_of(c, lane, kind, address, bytes, pc);
  if (c.listens) keep_value(c, lane, events.next[-1]);
}

void start_epoch(Context& c) {
  c.epoch = session.next_epoch++;
  session.block_of_epoch.push_back(c.block);
  c.barrier_pc = nullptr;
}

void launch_begin(const Launch& launch) {
  Session& s = session;
  if (s.device.bytes == 0) {
    find_image();
    find_shared_arrays();
    s.device = {reinterpret_cast<uintptr_t>(device_memory_begin()), device_memory_reserved()};
  }
  s.launch = &launch;
  s.block_shape = launch.block;
  s.total_blocks = launch.gpus * uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const uint32_t in_block = launch.block.x * launch.block.y * launch.block.z;
  if (const uint64_t threads = s.total_blocks * in_block; threads > s.most_threads) {
    s.most_threads = threads;
    s.largest_block = in_block;
  }
  const unsigned wanted = s.options.sample_blocks;
  s.sampled_blocks = wanted == 0 ? s.total_blocks : std::min<uint64_t>(wanted, s.total_blocks);
  if (s.options.only_block >= 0) s.sampled_blocks = 0;  // so that nothing is scaled
  s.across_blocks = s.options.hazards && s.sampled_blocks == s.total_blocks && s.options.last_blocks == 0;
  s.across_observed = s.options.hazards && s.event_budget > 0;
  s.orders_blocks = s.thread_stopped = false;
  s.events = s.observed_blocks = s.longest_thread = s.longest_bytes = 0;
  s.first_epoch = s.next_epoch;
  s.first_block = s.next_block;
  s.block_of_epoch.clear();
  s.index_of_block.clear();
  if (s.observer != nullptr) s.observer->launch();
  ordering_launch_begin();
  races_launch_begin();
  locks_launch_begin();
  schedule_launch_begin(launch.resident);
  trim_global_cells();
}

void launch_end() {
  report_deferred_stores();
  Session& s = session;
  if (const dim3 block = s.launch->block; block.x < kLanes && block.y > 1) session.narrow_block = block.x;
  session.share.longest += s.longest_thread;
  session.share.longest_bytes += s.longest_bytes;
  launch_cut_short();
}

void launch_cut_short() {
  settle_races_of_observed_blocks(!session.orders_blocks);
  const Session& s = session;
  finish_launch_counters(s.event_budget ? s.observed_blocks : s.sampled_blocks, s.total_blocks);
}

void set_event_budget(uint64_t events) { session.event_budget = events; }
Watched last_launch_watched() { return {session.observed_blocks, session.events}; }

namespace {

// A missing or wrong bound shows up in the last block of each dimension.
bool is_corner(const dim3& grid, uint64_t block) {
  const auto at_end = [](uint64_t i, unsigned size) { return i == 0 || i + 1 == size; };
  return at_end(block % grid.x, grid.x) && at_end(block / grid.x % grid.y, grid.y) &&
         at_end(block / grid.x / grid.y, grid.z);
}

// Block 0 shows how much a block costs. After it, evenly spaced pairs of neighbouring blocks are observed, as
// many as the budget allows, and the corners of the grid. A block that costs much more than the first one
// must not use up all the time.
bool within_budget(const dim3& grid, uint64_t b) {
  constexpr uint64_t kFewest = 4, kMostOverBudget = 4;
  Session& s = session;
  if (b == 0) return true;
  if (s.observed_blocks == 1 && s.sampled_blocks == s.total_blocks) {
    const uint64_t fit = s.event_budget / std::max<uint64_t>(s.events, 1);
    s.sampled_blocks = std::min(s.total_blocks, std::max(kFewest, fit));
  }
  const bool over = s.events > kMostOverBudget * s.event_budget && s.observed_blocks >= kFewest;
  if (over) s.sampled_blocks = 1;
  if (s.sampled_blocks < s.total_blocks) s.across_blocks = false;
  const auto step = [&](uint64_t i) {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(i) * s.sampled_blocks / s.total_blocks);
  };
  const uint64_t pair = b / 2;
  return pair == 0 || step(pair) != step(pair - 1) || (!over && is_corner(grid, b));
}

AddressRange hull(const std::array<AddressRange, 4>& ranges) {
  uintptr_t begin = ranges[0].begin, end = begin;
  for (const AddressRange& r : ranges) {
    begin = std::min(begin, r.begin);
    end = std::max(end, r.begin + r.bytes);
  }
  return {begin, end - begin};
}

}  // namespace

bool block_begin(Worker& w) {
  // The observed blocks are evenly spaced: block b is observed if the line of slope sampled/total steps up at
  // b.
  const uint64_t b = w.block_index, taken = session.sampled_blocks, all = session.total_blocks;
  const auto step = [&](uint64_t i) {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(i) * taken / all);
  };
  const int64_t only = session.options.only_block;
  if (session.event_budget ? !within_budget(w.launch->grid, b)
      : only >= 0          ? b != static_cast<uint64_t>(only)
                           : step(b + 1) == step(b))
    return false;
  ++session.observed_blocks;

  Context& c = context_of(w);
  c.block_index = b;
  c.block = session.next_block++;
  session.index_of_block.push_back(b);
  c.listens = session.observer != nullptr;
  c.count = session.options.counters;
  c.check = session.options.hazards;
  c.shared = {reinterpret_cast<uintptr_t>(shared_begin()), shared_bytes()};
  c.parameters = {reinterpret_cast<uintptr_t>(w.launch->arguments), w.launch->argument_bytes};
  c.builtins = {{{reinterpret_cast<uintptr_t>(&threadIdx), sizeof threadIdx},
                 {reinterpret_cast<uintptr_t>(&blockIdx), sizeof blockIdx},
                 {reinterpret_cast<uintptr_t>(&blockDim), sizeof blockDim},
                 {reinterpret_cast<uintptr_t>(&gridDim), sizeof gridDim}}};
  c.around_builtins = hull(c.builtins);
  c.set_by_atomic.clear();
  c.dynamic_shared = w.launch->dynamic_shared;
  c.static_shared = 0;
  c.arrays_used.resize(session.arrays.size());
  for (unsigned t = 0; t < w.threads; ++t) {
    c.events[t].next = c.events[t].begin;
    c.call[t] = kNoCall;
    c.deeper[t] = 0;
    c.steps[t] = c.moved[t] = 0;
    c.since_look[t] = c.between_looks[t] = 0;
    c.wrote_at[t] = c.wrote_in[t] = c.wrote_again_in[t] = 0;
    c.last_atomic[t] = 0;
    if (!c.listens) continue;
    c.values[t].clear();
    c.orders[t].clear();
  }
  c.to_come = {};
  c.bulk_in_flight.clear();
  c.bulk_load_sites.clear();
  c.async_copy_sites.clear();
  c.in_structure = c.may_be_hole = false;
  start_epoch(c);
  c.first_epoch = c.epoch;
  ordering_block_begin(c);
  locks_forget(c);
  barriers_block_begin(c);
  active = &c;
  return true;
}

bool has_stopped_thread() { return session.thread_stopped; }

void thread_stopped() {
  Context& c = *active;
  session.thread_stopped = true;
  c.count = session.options.counters;
  c.check = session.options.hazards;
  c.in_structure = c.atomic_of_block = c.gives_back = false;
  c.index_to_come = {};
}

void block_end(Worker&) {
  if (!active) return;
  Context& c = *active;
  active = nullptr;
  report_deferred_stores();
  report_first_looks(c);
  barriers_block_end(c);
  replay(c);
  for (unsigned t = 0; t < c.worker->threads; ++t) {
    session.longest_thread = std::max(session.longest_thread, c.steps[t]);
    session.longest_bytes = std::max(session.longest_bytes, c.moved[t]);
  }
  if (session.observer) session.observer->barrier(*c.worker);
}

namespace {

// An observer receives a whole block in one piece.
bool ready_for_replay(const Context& c, unsigned warp) {
  if (session.observer) return false;
  size_t events = 0;
  for (const LaneEvents* e = &c.events[warp * kLanes]; e != &c.events[warp * kLanes] + kLanes; ++e)
    events += static_cast<size_t>(e->next - e->begin);
  return events >= kReplayAt;
}

}  // namespace

void warp_exited(Worker&, unsigned warp) {
  if (!session.observer) replay_warp(*active, warp);
}

void barrier_arrive(Worker& w, const void* pc) {
  Context& c = *active;
  record(c, w.current, Kind::barrier, 0, 0, pc);
  if (!c.barrier_pc) {
    c.barrier_pc = pc;
    c.barrier_thread = static_cast<int>(w.current);
  } else if (c.barrier_pc != pc) {
    // This is a hazard only if the two barriers are on different lines, which is known once the lines are
    // looked up.
    found_barrier_divergence({c.barrier_pc, "barrier", c.barrier_thread, c.block_index},
                             {pc, "barrier", static_cast<int>(w.current), c.block_index});
  }
  const unsigned warp = w.current / kLanes;
  const WarpState& state = w.warp[warp];
  if ((state.at_barrier | state.exited) == state.exists && ready_for_replay(c, warp)) replay_warp(c, warp);
}

void barrier_release(Worker& w, bool votes) {
  Context& c = *active;
  const void* pc = c.barrier_pc;
  report_first_looks(c);
  ordering_barrier(c);
  locks_forget(c);
  start_epoch(c);
  barriers_passed(c, pc, votes);
  if (!session.observer) return;
  replay(c);
  session.observer->barrier(w);
}

void warp_op_arrive(Worker& w, WarpOp op, uint32_t mask, const void* pc) {
  record(*active, w.current, Kind::warp_op, mask, static_cast<unsigned>(op), pc);
  if (session.observer && active->count && op <= WarpOp::shuffle_xor)
    keep_shuffle_source(*active, w.current, source_lane(w.lane[w.current], op, w.current % kLanes),
                        w.lane[w.current].value_bytes);
}

void warp_op_done(Worker& w, unsigned warp, WarpOp op, uint32_t lanes) {
  Context& c = *active;
  if (session.observer && op <= WarpOp::shuffle_xor)
    for (uint32_t m = lanes; m; m &= m - 1) {
      const unsigned lane = warp * kLanes + static_cast<unsigned>(std::countr_zero(m));
      keep_shuffle_value(c, lane, w.lane[lane].result);
    }
  if (op == WarpOp::sync && (c.check || c.barriers.on)) {  // shuffles and votes order nothing
    std::array<uint32_t, kLanes> joined{};
    for (uint32_t m = lanes; m; m &= m - 1) {
      const unsigned lane = static_cast<unsigned>(std::countr_zero(m));
      auto& clock = c.clock[warp * kLanes + lane];
      ++clock[lane];
      for (unsigned i = 0; i < kLanes; ++i) joined[i] = std::max(joined[i], clock[i]);
    }
    for (uint32_t m = lanes; m; m &= m - 1)
      c.clock[warp * kLanes + static_cast<unsigned>(std::countr_zero(m))] = joined;
    ordering_warp_sync(c, warp, lanes);
  }
  // In a loop of warp operations without a barrier, all lanes of this warp wait here, so the warp's events can
  // be replayed.
  const WarpState& state = w.warp[warp];
  if (lanes == (state.exists & ~state.exited) && ready_for_replay(c, warp)) replay_warp(c, warp);
}

void atomic(Worker& w, const void* address, unsigned bytes, AtomicUse use, AtomicOrder order,
            const void* pc) {
  constexpr unsigned kOneAtomicIn = 16;
  if (steps_aside(kOneAtomicIn)) workers_step_aside();
  Context& c = *active;
  const auto a = reinterpret_cast<uintptr_t>(address);
  const bool rmw = use != AtomicUse::load && use != AtomicUse::store;
  const AccessKind kind = use == AtomicUse::exchange ? AccessKind::atomic_exchange
                          : rmw                      ? AccessKind::atomic
                          : use == AtomicUse::store  ? AccessKind::atomic_write
                                                     : AccessKind::atomic_read;
  c.atomic_observes = use == AtomicUse::fetch;
  c.atomic_acquires = order == AtomicOrder::acquire || order == AtomicOrder::acquire_release;
  if (order != AtomicOrder::relaxed) {
    session.orders_blocks = true;
    barriers_fence(c);
  }
  report_deferred_stores();  // judges the deferred races by the ordering known before this atomic
  // Must come before observe(): through this atomic, the thread may acquire what the word's last writer
  // released.
  if (c.check && rmw && use != AtomicUse::exchange && !c.set_by_atomic.empty())
    check_initial_value(c, a, bytes, pc);
  if (c.check) ordering_atomic(c, a, rmw, use != AtomicUse::load, order, pc);
  c.blind_exchange[w.current] = 0;
  observe(c, a, bytes, kind, pc);
  if (c.check && use != AtomicUse::load) ordering_after_atomic(c, a);
  c.atomic_of_block = false;
}

void next_atomic_of_block(Worker&) { active->atomic_of_block = true; }

void atomic_changed(Worker&, const void* address, uint64_t from, uint64_t to, bool may_take, const void* pc) {
  Context& c = *active;
  if (c.check && (may_take || c.locks.held))
    locks_changed(c, reinterpret_cast<uintptr_t>(address), from, to, may_take, pc);
}

bool goes_on_between_looks(Worker& w) {
  Context& c = *active;
  const uint64_t now = std::exchange(c.since_look[w.current], 0);
  return std::exchange(c.between_looks[w.current], now) != now;
}

void waits_for_word(Worker&, const void* address, bool acquires) {
  Context& c = *active;
  if (c.check) note_waited_for(c, reinterpret_cast<uintptr_t>(address), acquires);
}

void result_used(Worker& w, const void* address, unsigned bytes, const void* pc) {
  Context& c = *active;
  const auto a = reinterpret_cast<uintptr_t>(address);
  if (c.check && !tries_again_here(pc)) note_result_used(c, a, bytes);
  if (c.check) forgive_first_look(c, a);
  if (c.blind_exchange[w.current] == a)
    report_uninitialised(c, {a, bytes, a}, {true, true, static_cast<uint8_t>(bytes)}, pc);
  c.blind_exchange[w.current] = 0;
}

// One thread's first atomic releases the accesses of its block; its second atomic acquires those of all blocks.
void grid_barrier(Worker& w, const void* word, bool arrives, const void* pc) {
  Context& c = *active;
  const auto a = reinterpret_cast<uintptr_t>(word);
  session.orders_blocks = true;
  barriers_fence(c);
  if (c.check) ordering_grid_barrier(c, a, arrives);
  if (arrives) record(c, w.current, Kind::global_atomic, a, 4, pc);
}

void atomic_compares(Worker& w, const void* address, unsigned bytes, bool uses_result) {
  Context& c = *active;
  const auto a = reinterpret_cast<uintptr_t>(address);
  if (!c.check) return;
  c.compared[w.current] = {c.epoch, a};
  compare_first_look(c, a, bytes);
  if (uses_result) forgive_first_look(c, a);
}

void fence(Worker&, FenceScope scope, const void*) {
  const bool device = scope != FenceScope::block;
  if (device) session.orders_blocks = true;
  barriers_fence(*active);
  if (!active->check) return;
  ordering_fence(*active, device);
  if (active->locks.held) locks_fence(*active, device ? Fenced::for_device : Fenced::for_block);
}

void bulk_part(Worker&, const void* shared, const void* global, unsigned bytes, const void* barrier,
               const void* pc) {
  observe_bulk_part(*active, reinterpret_cast<uintptr_t>(shared), reinterpret_cast<uintptr_t>(global), bytes,
                    barrier != nullptr, reinterpret_cast<uintptr_t>(barrier), pc);
}

void bulk_copy(Worker&, unsigned bytes, const void* barrier, const void* pc) {
  Context& c = *active;
  record(c, c.worker->current, barrier ? Kind::bulk_load : Kind::bulk_store, bytes, 0, pc);
  if (barrier && c.check) ordering_arrive(c, reinterpret_cast<uintptr_t>(barrier));
}

// From now on, the copy may write at any time until its thread has waited for it.
void async_copy_begins(Worker&, const void* to, unsigned bytes, const void* pc) {
  Context& c = *active;
  const AddressRange range{reinterpret_cast<uintptr_t>(to), bytes};
  if (!c.check || !c.shared.holds(range.begin) || !c.shared.holds(range.begin + bytes - 1)) return;
  auto& sites = c.async_copy_sites;
  if (std::find(sites.begin(), sites.end(), offset_of(pc)) == sites.end()) sites.push_back(offset_of(pc));
  check_async_copy(c, range, pc);
  set_initialised(c, range, false);
}

void async_copy_ends(Worker&, const void* to, const void* from, unsigned bytes, const void* pc) {
  if (from) observe(*active, reinterpret_cast<uintptr_t>(from), bytes, AccessKind::read, pc);
  observe(*active, reinterpret_cast<uintptr_t>(to), bytes, AccessKind::write, pc);
}

void message_barrier(Worker&, const void* barrier, bool set_up) {
  Context& c = *active;
  const auto a = reinterpret_cast<uintptr_t>(barrier);
  constexpr unsigned kBytes = 8;
  const uint8_t atomic = set_up ? 0 : strong_size(kBytes);
  if (c.barriers.on && c.shared.holds(a)) barriers_access(c, a, kBytes, {true, true, atomic}, true);
}

void published_to_bulk(Worker&) {
  if (active->check) ordering_published_to_bulk(*active);
}

void barrier_arrived(Worker&, const void* barrier) {
  if (active->check) ordering_arrive(*active, reinterpret_cast<uintptr_t>(barrier));
}

void barrier_waited(Worker&, const void* barrier) {
  Context& c = *active;
  if (!c.check) return;
  observe_bulk_arrival(c, reinterpret_cast<uintptr_t>(barrier));
  ordering_wait(c, reinterpret_cast<uintptr_t>(barrier));
}

void warpgroup_read(Worker&, const void* from, unsigned bytes, const void* pc) {
  Context& c = *active;
  const bool count =
      std::exchange(c.count, false);  // tensor cores read shared memory without load instructions
  observe(c, reinterpret_cast<uintptr_t>(from), bytes, AccessKind::read, pc);
  c.count = count;
}

}  // namespace trace
}  // namespace ladder::simt
