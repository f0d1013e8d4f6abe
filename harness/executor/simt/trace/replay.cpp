#include "simt/trace/replay.h"
#include "simt/trace/share.h"

#include <array>
#include <bit>
#include <climits>
#include <new>
#include <utility>

#include "platform/pages.h"
#include "simt/trace/banks_and_sectors.h"
#include "simt/trace/values.h"

namespace ladder::simt::trace {
namespace {

// Costs by code address: a flat table over the program's text maps each address to its entry.
struct Costs {
  uint32_t* entry_of_pc;  // 1 + the index of the entry; 0: none
  std::vector<PlaceCost> launch, job;
  uint64_t launches = 0, sampled_blocks = 0, total_blocks = 0;

  Costs() {
    entry_of_pc = static_cast<uint32_t*>(reserve_pages((size_t{kPcMask} + 1) * sizeof(uint32_t)));
    if (entry_of_pc == nullptr) throw std::bad_alloc();
  }
};
Costs& costs() {
  static Costs c;
  return c;
}

// Kept for each place, in addition to its counters.
constexpr std::array kMore = {&PlaceCost::executions, &PlaceCost::extra_sectors,
                              &PlaceCost::extra_wavefronts};

PlaceCost& cost_at(Costs& costs, Key key) {
  uint32_t& entry = costs.entry_of_pc[key & kPcMask];
  if (entry == 0) [[unlikely]] {
    costs.launch.push_back({.pc = key & kPcMask});
    costs.job.push_back({.pc = key & kPcMask});
    entry = static_cast<uint32_t>(costs.launch.size());
  }
  return costs.launch[entry - 1];
}

constexpr auto kBit = [] {  // a lane's bit; g++ vectorises a table lookup but not a shift
  std::array<uint32_t, kLanes> bits{};
  for (unsigned lane = 0; lane < kLanes; ++lane) bits[lane] = 1u << lane;
  return bits;
}();

constexpr int32_t kWaiting = INT32_MAX;  // waiting at a synchronisation, or done; greater than every key

// The lanes of one warp, each at some position in its events.
struct Replay {
  Context& c;
  unsigned warp;
  Costs& costs;
  std::array<const Event*, kLanes> at, end;
  // For each lane's next event: its key, kind and size.
  alignas(64) std::array<int32_t, kLanes> key;
  alignas(64) std::array<uint32_t, kLanes> what;
  std::array<uint64_t, kLanes> address;
  // Used only for an observer.
  std::array<size_t, kLanes> values_used;
  std::array<Value, kLanes> value;
  std::array<uint8_t, kLanes> from;
  std::array<uint64_t, kLanes> order;

  Replay(Context& context, unsigned w) : c(context), warp(w), costs(trace::costs()) {
    if (session.observer) values_used.fill(0);
  }

  void look(unsigned lane) {
    const Event& e = *at[lane];  // the last event of each lane is one at which the lane waits
    key[lane] = e.kind >= Kind::barrier ? kWaiting : static_cast<int32_t>(e.key);
    what[lane] = static_cast<uint32_t>(e.kind) << 8 | e.bytes;
  }

  // Takes the next value of each of these lanes; returns false if the values were not recorded.
  bool take_values(uint32_t lanes) {
    for (uint32_t m = lanes; m; m &= m - 1) {
      const unsigned lane = lowest(m);
      const std::vector<Value>& kept = c.values[warp * kLanes + lane];
      if (values_used[lane] >= kept.size()) return false;
      value[lane] = kept[values_used[lane]++];
      from[lane] = at[lane]->from;
    }
    return true;
  }

  void tell(const Event& e, uint32_t lanes, unsigned passes) {
    for (uint32_t m = lanes; m; m &= m - 1) {
      const unsigned lane = lowest(m), thread = warp * kLanes + lane;
      const auto index = static_cast<size_t>(at[lane] - c.events[thread].begin);
      order[lane] = index < c.orders[thread].size() ? c.orders[thread][index] : 0;
    }
    const bool known = has_value(e) && take_values(lanes);
    const bool shuffle = known && e.kind == Kind::warp_op;
    const unsigned bytes = shuffle ? e.value_bytes : e.bytes;
    session.observer->instruction({c.block_index, warp, lanes, pc_of(e.key & kPcMask), e.kind,
                                   static_cast<WarpOp>(e.bytes), bytes, address.data(), passes,
                                   known ? value.data() : nullptr, order.data(),
                                   shuffle ? from.data() : nullptr});
  }

  void memory(const Event& e, uint32_t lanes, PlaceCost& cost) {
    for (uint32_t m = lanes; m; m &= m - 1) address[lowest(m)] = at[lowest(m)]->address;
    Counters& n = cost.counters;
    unsigned passes = 0;
    ++cost.executions;
    if (e.kind == Kind::global_atomic || e.kind == Kind::shared_atomic) {
      ++n.atomics;
      n.shared_atomics += e.kind == Kind::shared_atomic;
    } else {
      const bool global = e.kind == Kind::global_load || e.kind == Kind::global_store;
      const bool load = e.kind == Kind::global_load || e.kind == Kind::shared_load;
      passes = global ? global_sectors(address.data(), lanes, e.bytes)
                      : shared_wavefronts(address.data(), lanes, e.bytes, load);
      auto& requests = global ? (load ? n.global_load_requests : n.global_store_requests)
                              : (load ? n.shared_load_requests : n.shared_store_requests);
      auto& total = global ? (load ? n.global_load_sectors : n.global_store_sectors)
                           : (load ? n.shared_load_wavefronts : n.shared_store_wavefronts);
      ++requests;
      total += passes;
      const unsigned bytes = static_cast<unsigned>(std::popcount(lanes)) * e.bytes,
                     side_by_side = global ? (bytes + 31) / 32 : (bytes + 127) / 128;
      if (passes > side_by_side)
        (global ? cost.extra_sectors : cost.extra_wavefronts) += passes - side_by_side;
      n.memory_lanes += static_cast<unsigned>(std::popcount(lanes));
    }
    if (session.observer) tell(e, lanes, passes);
  }

  // Each lane that requests a bulk copy issues one request, whatever its size.
  void bulk_copy(const Event& e, uint32_t lanes, PlaceCost& cost) {
    Counters& n = cost.counters;
    const bool load = e.kind == Kind::bulk_load;
    ++cost.executions;
    for (uint32_t m = lanes; m; m &= m - 1) {
      ++(load ? n.global_load_requests : n.global_store_requests);
      (load ? n.global_load_sectors : n.global_store_sectors) += (at[lowest(m)]->address + 31) / 32;
      ++n.memory_lanes;
    }
    if (session.observer) tell(e, lanes, 0);
  }

  void issue(uint32_t lanes) {
    const Event& e = *at[lowest(lanes)];
    PlaceCost& cost = cost_at(costs, e.key);
    if (e.kind == Kind::basic_block) {
      ++cost.executions;
      ++cost.counters.issued_blocks;
      cost.counters.issued_lanes += static_cast<unsigned>(std::popcount(lanes));
      if (session.observer) tell(e, lanes, 0);
    } else if (e.kind == Kind::division) {
      ++cost.executions;
      cost.counters.integer_divisions += static_cast<unsigned>(std::popcount(lanes));
      if (session.observer) tell(e, lanes, 0);
    } else if (e.kind == Kind::bulk_load || e.kind == Kind::bulk_store) {
      bulk_copy(e, lanes, cost);
    } else {
      memory(e, lanes, cost);
    }
  }

  void synchronise(uint32_t lanes) {
    const Event& e = *at[lowest(lanes)];
    PlaceCost& cost = cost_at(costs, e.key);
    ++cost.executions;
    Counters& n = cost.counters;
    if (e.kind == Kind::barrier) {
      ++n.barriers;
    } else {
      switch (static_cast<WarpOp>(e.bytes)) {
        case WarpOp::sync:
          ++n.warp_syncs;
          break;
        case WarpOp::vote:
        case WarpOp::match_any:
        case WarpOp::match_all:
          ++n.votes;
          break;
        case WarpOp::active_mask:
        case WarpOp::matrix_multiply_add:  // the number of shuffles follows from the sizes of the matrices,
        case WarpOp::matrix_exchange:      // and a load by ldmatrix is a request to shared memory
        case WarpOp::matrix_exchange_transposed:
          break;
        default:
          ++n.shuffles;
      }
    }
    if (session.observer) tell(e, lanes, 0);
  }

  // Called when every lane waits. Returns the lanes that continue together: those of one warp operation, or all
  // lanes at the barrier.
  uint32_t meeting() const {
    uint32_t at_op = 0, at_barrier = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (at[lane] == end[lane]) continue;
      (at[lane]->kind == Kind::barrier ? at_barrier : at_op) |= 1u << lane;
    }
    if (!at_op) return at_barrier;
    const Event& first = *at[lowest(at_op)];
    const bool by_place = static_cast<WarpOp>(first.bytes) == WarpOp::active_mask;
    uint32_t together = 0;
    for (uint32_t m = at_op; m; m &= m - 1) {
      const Event& e = *at[lowest(m)];
      if (e.bytes == first.bytes && (by_place ? e.key == first.key : e.address == first.address))
        together |= 1u << lowest(m);
    }
    return together;
  }

  // Usually all lanes are at the same place.
  [[gnu::optimize("O3")]] bool all_alike() const {
    uint32_t differ = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      differ |= static_cast<uint32_t>(key[lane] ^ key[0]) | (what[lane] ^ what[0]);
    return differ == 0;
  }

  [[gnu::optimize("O3")]] uint32_t lanes_to_issue() const {
    if (all_alike()) return key[0] == kWaiting ? 0 : ~0u;
    int32_t low = kWaiting;
    for (unsigned lane = 0; lane < kLanes; ++lane) low = key[lane] < low ? key[lane] : low;
    if (low == kWaiting) return 0;
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) lanes |= key[lane] == low ? kBit[lane] : 0;
    // A helper with several accesses may use different kinds of memory in different lanes.
    const uint32_t first = what[lowest(lanes)];
    uint32_t alike = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) alike |= what[lane] == first ? kBit[lane] : 0;
    return lanes & alike;
  }

  void run() {
    for (unsigned lane = 0; lane < kLanes; ++lane) look(lane);
    for (;;) {
      uint32_t lanes = lanes_to_issue();
      if (lanes) {
        issue(lanes);
      } else {
        lanes = meeting();
        if (!lanes) return;
        synchronise(lanes);
      }
      for (uint32_t m = lanes; m; m &= m - 1) {
        ++at[lowest(m)];
        look(lowest(m));
      }
    }
  }
};

// The buffers that were just read are in the cache, so they are given to the warp that will probably run next.
void hand_on(Context& c, const LaneEvents& room, unsigned lane) {
  if (!room.begin) return;
  if (c.events[lane].begin)
    c.spare_events.push_back(room);
  else
    c.events[lane] = room;
}

}  // namespace

void replay_warp(Context& c, unsigned warp) {
  if (!c.count) return;
  static constexpr Event kEnd{0, 0, Kind::barrier, 0};
  Replay replay(c, warp);
  uint64_t events_in_all = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    LaneEvents& events = c.events[warp * kLanes + lane];
    const bool any = events.next != events.begin && warp * kLanes + lane < c.worker->threads;
    if (any) *events.next = kEnd;
    replay.at[lane] = any ? events.begin : &kEnd;
    replay.end[lane] = any ? events.next : &kEnd;
    const uint64_t its_events = any ? static_cast<uint64_t>(events.next - events.begin) : 0;
    events_in_all += its_events;
    c.steps[warp * kLanes + lane] += its_events;
    if (watch_host && any)
      for (const Event* e = events.begin; e != events.next; ++e)
        if (e->kind >= Kind::global_load && e->kind <= Kind::shared_atomic)
          c.moved[warp * kLanes + lane] += e->bytes;
    events.next = events.begin;
  }
  session.events += events_in_all;
  if (events_in_all == 0 && !session.observer) return;
  if (session.observer) settle_last_store(c);
  replay.run();
  for (unsigned lane = kLanes; lane-- > 0;) {
    LaneEvents& events = c.events[warp * kLanes + lane];
    hand_on(c, std::exchange(events, {}), (warp + 1) % c.worker->warps * kLanes + lane);
    if (!session.observer) continue;
    c.values[warp * kLanes + lane].clear();
    c.orders[warp * kLanes + lane].clear();
  }
}

void replay(Context& c) {
  for (unsigned warp = 0; warp < c.worker->warps; ++warp) replay_warp(c, warp);
}

void finish_launch_counters(uint64_t sampled, uint64_t total) {
  Costs& c = costs();
  c.launches += session.launch->gpus;
  c.sampled_blocks += sampled;
  c.total_blocks += total;
  const auto scale = [&](uint64_t& x) {
    if (sampled != total && sampled)
      x = static_cast<uint64_t>((static_cast<unsigned __int128>(x) * total + sampled / 2) / sampled);
  };
  for (size_t i = 0; i < c.launch.size(); ++i) {
    PlaceCost& from = c.launch[i];
    if (from.executions == 0) continue;
    for (const Counter& counter : kCounters)
      if (counter.sampled) scale(from.counters.*counter.value);
    for (uint64_t PlaceCost::*more : kMore) {
      scale(from.*more);
      c.job[i].*more += from.*more;
      from.*more = 0;
    }
    c.job[i].counters += from.counters;
    from.counters = {};
  }
}

JobCost take_costs() {
  Costs& c = costs();
  JobCost result{{}, c.launches, c.sampled_blocks, c.total_blocks};
  for (PlaceCost& place : c.job) {
    if (place.executions) result.places.push_back(place);
    for (uint64_t PlaceCost::*more : kMore) place.*more = 0;
    place.counters = {};
  }
  c.launches = c.sampled_blocks = c.total_blocks = 0;
  return result;
}

}  // namespace ladder::simt::trace
