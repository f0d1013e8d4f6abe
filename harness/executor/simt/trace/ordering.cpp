#include "simt/trace/ordering.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "simt/async.h"
#include "simt/trace/context.h"

namespace ladder::simt::trace {
namespace {

constexpr uint16_t kManyLanes = UINT16_MAX;  // a lane number that stands for several lanes before a barrier

constexpr size_t kMostAnnouncers = 1 << 18, kMostMet = 64;  // the limit per launch, and per block

bool covers(const LaneFence& f, const Touch& t) {
  if (t.epoch != f.epoch) return t.epoch < f.epoch;
  if (t.lane == f.lane) return t.clock < f.clock;
  return t.lane / kLanes == f.lane / kLanes &&
         session.releases.snapshots[f.snapshot][t.lane % kLanes] > t.clock;
}

bool covers(const Release& r, const Touch& t) {
  if (r.lane != kManyLanes) return covers(LaneFence{r.epoch, r.clock, r.snapshot, r.lane}, t);
  if (t.atomic == 0 || t.atomic & kVolatile) return false;
  if (t.epoch != r.epoch) return t.epoch < r.epoch;
  for (const LaneFence* f = &session.releases.many_fences[r.clock]; f->epoch != 0; ++f)
    if (covers(*f, t)) return true;
  return false;
}

FenceState fence_now(Context& c, unsigned lane) {
  auto& clocks = c.clock[lane];
  session.releases.snapshots.push_back(clocks);
  return {c.epoch, ++clocks[lane % kLanes], 0, static_cast<int32_t>(session.releases.snapshots.size()) - 1};
}

uint32_t add_release(const Context& c, const Release& r) {
  const auto id = static_cast<uint32_t>(session.releases.all.size());
  session.releases.all.push_back(r);
  const size_t i = c.block - session.first_block;
  if (session.releases.of_block.size() <= i) session.releases.of_block.resize(i + 1);
  session.releases.of_block[i].push_back(id);
  return id;
}

uint32_t release_of(Context& c, unsigned lane, FenceState& fence, Scope scope) {
  if (fence.release == 0)
    fence.release =
        add_release(c, {fence.epoch, fence.clock, fence.snapshot, static_cast<uint16_t>(lane), scope});
  return fence.release;
}

// The release that a barrier makes for the lanes that have executed a fence in this epoch: the last fence of
// each lane.
void release_many(Context& c, Scope scope, uint32_t& id) {
  Ordering& o = c.ordering;
  const auto first = static_cast<uint32_t>(session.releases.many_fences.size());
  for (const unsigned lane : o.lanes_that_fenced) {
    const FenceState& f = (scope == Scope::device ? o.device_fence : o.block_fence)[lane];
    if (f.epoch == c.epoch) session.releases.many_fences.push_back({f.epoch, f.clock, f.snapshot, lane});
  }
  if (session.releases.many_fences.size() == first) return;
  session.releases.many_fences.emplace_back();
  id = add_release(c, {c.epoch, first, -1, kManyLanes, scope});
}

void meet(Context& c, unsigned lane, const Intervals& met) {
  if (met.empty()) return;
  if (c.ordering.lane_pending[lane].empty()) c.ordering.lanes_with_pending.push_back(lane);
  c.ordering.lane_pending[lane].add(met);
}

void learn(Context& c, unsigned lane, const Intervals& known) {
  if (known.empty()) return;
  if (c.ordering.lane_knows[lane].empty()) c.ordering.lanes_that_know.push_back(lane);
  c.ordering.lane_knows[lane].add(known);
}

// A device-scope fence passes on everything that block-scope fences have released to its thread.
void relay(Context& c, unsigned lane) {
  constexpr size_t kMost = 64;
  const size_t i = c.block - session.first_block;
  if (i >= session.releases.of_block.size()) return;
  const auto& own = session.releases.of_block[i];
  std::vector<uint32_t> of_block;
  for (auto id = own.rbegin(); id != own.rend() && of_block.size() < kMost; ++id)
    if (session.releases.all[*id].scope == Scope::block &&
        (c.ordering.block_knows.contains(*id) || c.ordering.lane_knows[lane].contains(*id)))
      of_block.push_back(*id);
  for (const uint32_t id : of_block) {
    Release twin = session.releases.all[id];
    twin.scope = Scope::device;
    if (twin.relayed == 0) session.releases.all[id].relayed = add_release(c, twin);
    Intervals known;
    known.add(session.releases.all[id].relayed);
    learn(c, lane, known);
  }
}

// Do the releases that the block or the lane has encountered include a release of `touch` (or just an
// announcement of it)?
bool released(const Context& c, const Touch& touch, const Intervals& of_block, const Intervals& of_lane,
              bool only_announced = false) {
  if (of_block.empty() && of_lane.empty()) return false;
  const BlockId block = block_of(touch.epoch);
  const size_t i = block - session.first_block;
  if (i >= session.releases.of_block.size()) return false;
  const auto& candidates = session.releases.of_block[i];
  return std::any_of(candidates.rbegin(), candidates.rend(), [&](uint32_t id) {
    const Release& r = session.releases.all[id];
    const bool counts = only_announced
                            ? r.scope == Scope::announced
                            : r.scope == Scope::device || (r.scope == Scope::block && block == c.block);
    return counts && covers(r, touch) && (of_block.contains(id) || of_lane.contains(id));
  });
}

}  // namespace

void ordering_launch_begin() { session.releases = {}; }

void ordering_block_begin(Context& c) {
  Ordering& o = c.ordering;
  o.block_knows.clear();
  o.arrivals.clear();
  if (o.any_published) o.published_to_bulk.fill({});
  o.any_published = false;
  for (const unsigned lane : o.lanes_that_know) o.lane_knows[lane].clear();
  o.lanes_that_know.clear();
  o.block_pending.clear();
  for (const unsigned lane : o.lanes_with_pending) o.lane_pending[lane].clear();
  o.lanes_with_pending.clear();
  if (o.any_fence) {
    o.device_fence.fill({});
    o.block_fence.fill({});
    o.any_fence = false;
  }
  o.lanes_that_fenced.clear();
  o.fences_of_device = o.fences_of_block = 0;
  o.met_unfenced = o.fenced_since_met = o.waited_unfenced = false;
  o.met.clear();
  if (o.volatile_stores) o.announced.fill({});
  o.volatile_stores = 0;
}

void ordering_barrier(Context& c) {
  Ordering& o = c.ordering;
  for (const unsigned lane : o.lanes_that_know) {
    o.block_knows.add(o.lane_knows[lane]);
    o.lane_knows[lane].clear();
  }
  o.lanes_that_know.clear();
  for (const unsigned lane : o.lanes_with_pending) {
    o.block_pending.add(o.lane_pending[lane]);
    o.lane_pending[lane].clear();
  }
  o.lanes_with_pending.clear();
  if (o.lanes_that_fenced.empty()) return;
  release_many(c, Scope::device, o.fences_of_device);
  release_many(c, Scope::block, o.fences_of_block);
  o.lanes_that_fenced.clear();
}

void ordering_warp_sync(Context& c, unsigned warp, uint32_t lanes) {
  Ordering& o = c.ordering;
  if (o.lanes_that_know.empty() && o.lanes_with_pending.empty()) return;
  Intervals known, met;
  for (uint32_t m = lanes; m; m &= m - 1) {
    known.add(o.lane_knows[warp * kLanes + std::countr_zero(m)]);
    met.add(o.lane_pending[warp * kLanes + std::countr_zero(m)]);
  }
  for (uint32_t m = lanes; m; m &= m - 1) {
    learn(c, warp * kLanes + std::countr_zero(m), known);
    meet(c, warp * kLanes + std::countr_zero(m), met);
  }
}

void ordering_fence(Context& c, bool device) {
  Ordering& o = c.ordering;
  const unsigned lane = c.worker->current;
  session.releases.any_fence = o.any_fence = true;
  const FenceState now = fence_now(c, lane);
  if (std::exchange(o.fenced_in[lane], c.epoch) != c.epoch) o.lanes_that_fenced.push_back(lane);
  o.block_fence[lane] = now;
  if (device) o.device_fence[lane] = now;
  learn(c, lane, o.lane_pending[lane]);  // it also stays pending for other threads, after the next barrier
  learn(c, lane, o.block_pending);
  if (device) relay(c, lane);
  o.fenced_since_met = !o.met.empty();
}

void ordering_atomic(Context& c, uintptr_t address, bool rmw, bool store, AtomicOrder order, const void* pc) {
  Ordering& o = c.ordering;
  const unsigned lane = c.worker->current;
  const bool releasing = order == AtomicOrder::release || order == AtomicOrder::acquire_release;
  const bool acquiring = order == AtomicOrder::acquire || order == AtomicOrder::acquire_release;
  Published& here = session.releases.published[address];

  o.met_unfenced |= here.unfenced;
  o.waited_unfenced |= here.unfenced && !rmw && !store && !c.shared.holds(address);
  const bool reads = rmw || !store;
  if (reads && !c.shared.holds(address) && o.met.size() < kMostMet &&
      std::find(o.met.begin(), o.met.end(), address) == o.met.end())
    o.met.push_back(address);
  if (acquiring) learn(c, lane, here.releases);
  if (reads) meet(c, lane, here.releases);
  if (!store) return;

  if (releasing) {
    o.any_fence = true;
    o.block_fence[lane] = o.device_fence[lane] = fence_now(c, lane);
  }
  if (!rmw) here = {};
  if (o.fences_of_device) here.releases.add(o.fences_of_device);
  if (o.fences_of_block) here.releases.add(o.fences_of_block);
  if (!c.shared.holds(address)) {
    const Announcer now{c.epoch, c.clock[lane][lane % kLanes], static_cast<uint16_t>(lane),
                        o.device_fence[lane].epoch, offset_of(pc)};
    if (!here.by.empty() && here.by.back().epoch == now.epoch && here.by.back().lane == now.lane)
      here.by.back() = now;
    else if (session.releases.announcers < kMostAnnouncers)
      here.by.push_back(now), ++session.releases.announcers;
  }
  if (Announcement& a = o.announced[lane]; o.volatile_stores > a.stores && a.stores < kMostAnnounced) {
    a = {o.volatile_stores, fence_now(c, lane)};
    here.releases.add(release_of(c, lane, a.state, Scope::announced));
  } else if (a.stores) {
    here.releases.add(a.state.release);
  }
  if (o.block_fence[lane].epoch == 0) {
    here.unfenced = true;
    return;
  }
  // A lane's device-scope fence may be older than its last block-scope fence. In that case, both fences
  // release, each in its own scope.
  const bool same = o.device_fence[lane].epoch == o.block_fence[lane].epoch &&
                    o.device_fence[lane].clock == o.block_fence[lane].clock;
  if (o.device_fence[lane].epoch) here.releases.add(release_of(c, lane, o.device_fence[lane], Scope::device));
  if (!same) here.releases.add(release_of(c, lane, o.block_fence[lane], Scope::block));
  here.releases.add(o.block_knows);
  here.releases.add(o.lane_knows[lane]);
}

void ordering_after_atomic(Context& c, uintptr_t address) {
  if (!c.shared.holds(address)) ++c.clock[c.worker->current][c.worker->current % kLanes];
}

void ordering_grid_barrier(Context& c, uintptr_t address, bool arrives) {
  if (!arrives) return learn(c, c.worker->current, session.releases.published[address].of_all);
  ordering_atomic(c, address, true, true, AtomicOrder::acquire_release, nullptr);
  ordering_after_atomic(c, address);
  std::erase(c.ordering.met, address);  // for the message: this word announces nothing that comes after it
  Published& here = session.releases.published[address];
  here.by.clear();
  if (++here.arrived % (session.total_blocks / session.launch->gpus) == 0) here.of_all = here.releases;
}

void ordering_published_to_bulk(Context& c) {
  const unsigned lane = c.worker->current;
  c.ordering.any_published = true;
  c.ordering.published_to_bulk[lane] = fence_now(c, lane);
}

bool is_published_to_bulk(const Context& c, const Touch& write) {
  const FenceState& f = c.ordering.published_to_bulk[write.lane];
  return write.epoch < f.epoch || (write.epoch == f.epoch && write.clock < f.clock);
}

// Every phase has an arrival, so no phase is missed between two calls.
Arrivals& arrivals_at(Context& c, uintptr_t barrier) {
  Arrivals& all = c.ordering.arrivals[barrier];
  if (const unsigned now = reinterpret_cast<const Barrier*>(barrier)->phase; now != all.phase) {
    all.complete.add(all.current);
    all.current.clear();
    all.phase = now;
  }
  return all;
}

void ordering_arrive(Context& c, uintptr_t barrier) {
  const unsigned lane = c.worker->current;
  FenceState done = fence_now(c, lane);
  arrivals_at(c, barrier).current.add(release_of(c, lane, done, Scope::block));
}

void ordering_wait(Context& c, uintptr_t barrier) {
  learn(c, c.worker->current, arrivals_at(c, barrier).complete);
}

bool ordered_by_release(const Context& c, const Touch& touch) {
  return released(c, touch, c.ordering.block_knows, c.ordering.lane_knows[c.worker->current]);
}

bool only_acquire_missing(const Context& c, const Touch& touch) {
  return released(c, touch, c.ordering.block_pending, c.ordering.lane_pending[c.worker->current]);
}

bool met_what_came_before(const Context& c, const Touch& touch) {
  const Intervals &of_block = c.ordering.block_pending, &of_lane = c.ordering.lane_pending[c.worker->current];
  const size_t i = block_of(touch.epoch) - session.first_block;
  if ((of_block.empty() && of_lane.empty()) || i >= session.releases.of_block.size()) return false;
  const auto& candidates = session.releases.of_block[i];
  return std::any_of(candidates.begin(), candidates.end(), [&](uint32_t id) {
    const Release& r = session.releases.all[id];
    return r.scope != Scope::announced && r.lane == touch.lane && !covers(r, touch) &&
           (of_block.contains(id) || of_lane.contains(id));
  });
}

Announced announced(const Context& c, const Touch& touch, uintptr_t touched) {
  std::vector<uint32_t> before,
      beside;  // code addresses of atomics: by the writer before the write, and by other threads
  for (const uintptr_t word : c.ordering.met) {
    const auto found = session.releases.published.find(word);
    if (word == touched || found == session.releases.published.end()) continue;
    for (const Announcer& a : found->second.by) {
      if (a.epoch < touch.epoch || block_of(a.epoch) != block_of(touch.epoch)) continue;
      const bool by_itself = a.epoch == touch.epoch && a.lane == touch.lane;
      if (a.epoch == touch.epoch && (!by_itself || a.clock < touch.clock))
        (by_itself ? before : beside).push_back(a.pc);
      else
        return a.fenced == touch.epoch && !by_itself ? Announced::fence_before_barrier
                                                     : Announced::without_fence;
    }
  }
  const auto comes_before = [&](uint32_t pc) {
    return std::find(before.begin(), before.end(), pc) != before.end();
  };
  return beside.empty()                                            ? Announced::no
         : std::all_of(beside.begin(), beside.end(), comes_before) ? Announced::before_the_write
                                                                   : Announced::without_barrier;
}

bool fenced_for_block_alone(const Touch& touch) {
  const size_t i = block_of(touch.epoch) - session.first_block;
  if (i >= session.releases.of_block.size()) return false;
  const auto& all = session.releases.of_block[i];
  return std::any_of(all.begin(), all.end(), [&](uint32_t id) {
    return session.releases.all[id].scope == Scope::block && covers(session.releases.all[id], touch);
  });
}

bool any_has_fenced() { return session.releases.any_fence; }
bool has_fenced(const Context& c) { return c.ordering.block_fence[c.worker->current].epoch != 0; }

bool only_fence_missing(const Context& c, const Touch& touch) {
  return released(c, touch, c.ordering.block_pending, c.ordering.lane_pending[c.worker->current], true);
}

}  // namespace ladder::simt::trace
