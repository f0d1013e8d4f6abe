#define SIMT_EXECUTOR  // this file writes threadIdx and similar variables
#include "simt/executor.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "platform/fiber.h"
#include "platform/workers.h"
#include "simt/grid_barrier.h"
#include "simt/trace/schedule.h"
#include "simt/shared_memory.h"
#include "simt/undefined.h"
#include "simt/workers.h"

using namespace ladder;

extern "C" SIMT_DYNAMIC_SHARED char simt_dynamic_shared[];  // simt/shared_memory.cpp
thread_local uint3 threadIdx{}, blockIdx{};
thread_local dim3 blockDim, gridDim;

namespace ladder::simt {

thread_local Worker* current_worker = nullptr;

bool runs_in_kernel() { return current_worker != nullptr; }  // declared in runtime/include/nv/target
void (*unobserved_thread)(void* arguments) = nullptr;
bool (*host_may_write)(const void* word, const void* pc) = nullptr;
void (*host_acquires)(const void* word) = nullptr;

namespace {

constexpr unsigned kNobody = ~0u;

unsigned lowest(uint32_t mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

void make_current(Worker& w, unsigned thread) {
  w.current = thread;
  w.turns.store(w.turns.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  w.lane[thread].state = LaneState::running;
  threadIdx = w.lane[thread].thread_idx;
}

void thread_main();

Fiber* take_fiber(Worker& w) {
  if (!w.free_fibers.empty()) {
    Fiber* fiber = w.free_fibers.back();
    w.free_fibers.pop_back();
    return fiber;
  }
  Fiber* fiber = make_fiber(static_cast<unsigned>(w.fibers.size()));
  start_fiber<thread_main>(*fiber);
  w.fibers.push_back(fiber);
  return fiber;
}

// Warps start in numerical order; some schedules reverse that order, because only a barrier orders warps.
unsigned thread_of_turn(const Worker& w, unsigned turn) {
  if (!w.traced || !trace::warps_start_backwards()) return turn;
  const unsigned last = w.threads - (w.warps - 1) * kLanes;  // threads in the last warp, which starts first
  if (turn < last) return (w.warps - 1) * kLanes + turn;
  const unsigned warp = (turn - last) / kLanes;
  return (w.warps - 2 - warp) * kLanes + (turn - last) % kLanes;
}

unsigned next_ready(Worker& w) {
  const unsigned here = w.current / kLanes;
  for (unsigned k = 0; k < w.warps; ++k) {
    const unsigned warp = here + k < w.warps ? here + k : here + k - w.warps;
    if (w.warp[warp].ready) return warp * kLanes + lowest(w.warp[warp].ready);
    if (k == 0 && w.next_fresh < w.threads && thread_of_turn(w, w.next_fresh) / kLanes == warp)
      return kNobody;  // finish this warp first
  }
  return kNobody;
}

void make_ready(Worker& w, unsigned warp, uint32_t lanes) {
  w.warp[warp].ready |= lanes;
  for (uint32_t m = lanes; m; m &= m - 1) w.lane[warp * kLanes + lowest(m)].state = LaneState::ready;
}

// Gives another turn to the threads that only poll. Returns false if there are none.
bool wake_spinning(Worker& w) {
  bool any = false;
  for (unsigned i = 0; i < w.warps; ++i) {
    if (!w.warp[i].spinning) continue;
    make_ready(w, i, w.warp[i].spinning);
    w.warp[i].spinning = 0;
    any = true;
  }
  return any;
}

void release_barrier(Worker& w) {
  const unsigned missing = w.exited - w.stopped;
  if (missing) {
    const auto waiting = std::find_if(w.lane.begin(), w.lane.begin() + w.threads,
                                      [](const Lane& l) { return l.state == LaneState::barrier; });
    report_hazard(HazardKind::early_exit, "",
                  {waiting->pc, "barrier", static_cast<int>(waiting - w.lane.begin()), w.block_index}, {}, {},
                  {Cause::threads_absent_from_barrier, {{"missing", missing}, {"threads", w.threads}}});
  }
  w.voted = w.arriving;
  w.arriving = {0, 1, 0, false};
  w.waiting_at_barrier = 0;
  if (w.traced) trace::barrier_release(w, w.voted.votes);
  for (unsigned i = 0; i < w.warps; ++i) {
    make_ready(w, i, w.warp[i].at_barrier);
    w.warp[i].at_barrier = 0;
  }
}

// No thread can run. Completes warp operations whose missing lanes have returned; otherwise reports a deadlock.
bool resolve_stuck(Worker& w) {
  bool any = false, spins = false;
  for (unsigned i = 0; i < w.warps; ++i) {
    any |= complete_warp_operations(w, i, true);
    spins |= w.warp[i].spinning != 0;
  }
  // Threads that wait elsewhere get a turn as well, because lanes in lockstep may be polling a word that one of
  // these threads will write.
  if (any && !spins) return true;
  if (w.exited == w.threads || w.abandoned) return false;
  Site at_barrier, at_warp_op, at_other_op, spinning;
  for (unsigned t = 0; t < w.threads && !spinning.pc; ++t)
    if (w.lane[t].state == LaneState::spinning)
      spinning = {w.lane[t].pc, "waiting", static_cast<int>(t), w.block_index};
  if (wake_spinning(w)) {
    if (any) workers_saw_a_change();
    const Waiting waiting = workers_yield_block();
    if (waiting == Waiting::may_end) return true;
    w.abandoned = true;
    if (w.stopped || (w.launch->traced && trace::has_stopped_thread()) || waits_for_the_host(w)) return false;
    const Lane& lane = w.lane[spinning.thread];
    Evidence why(waiting == Waiting::for_blocks_not_started ? Cause::waits_for_unstarted_blocks
                 : lane.awaits                              ? Cause::waits_for_arrivals
                                                            : Cause::waits_for_nobody);
    if (why.is(Cause::waits_for_arrivals)) {
      const auto missing = static_cast<int32_t>(*lane.missing);
      why.add({"what", lane.awaits}).add({missing < 0 ? "surplus" : "missing", std::abs(missing)});
      if (lane.expected) why.add({"expected", *lane.expected});
    }
    report_hazard(HazardKind::deadlock, "", spinning, {}, {}, std::move(why));
    return false;
  }

  w.abandoned = true;
  if (w.stopped) return false;
  for (unsigned t = 0; t < w.threads; ++t) {
    const Site site{w.lane[t].pc, w.lane[t].state == LaneState::barrier ? "barrier" : "warp operation",
                    static_cast<int>(t), w.block_index};
    if (w.lane[t].state == LaneState::barrier && !at_barrier.pc) at_barrier = site;
    if (w.lane[t].state != LaneState::warp_operation) continue;
    if (!at_warp_op.pc)
      at_warp_op = site;
    else if (!at_other_op.pc && site.pc != at_warp_op.pc &&
             t / kLanes == static_cast<unsigned>(at_warp_op.thread) / kLanes)
      at_other_op = site;
  }
  Evidence why(Cause::waits_for_lanes);
  if (at_other_op.pc && !at_barrier.pc) why.add({"two", 1});
  report_hazard(HazardKind::deadlock, "", at_warp_op.pc ? at_warp_op : at_barrier,
                at_other_op.pc && !at_barrier.pc ? at_other_op
                : at_warp_op.pc                  ? at_barrier
                                                 : Site{},
                {}, std::move(why));
  return false;
}

// Picks the thread that runs next. Returns when `self` can continue or, for a fiber without a thread, when the
// fiber can take a new thread.
void reschedule(Fiber& self, bool has_thread) {
  Worker& w = *current_worker;
  for (;;) {
    if (!w.abandoned) {
      if (const unsigned target = next_ready(w); target != kNobody) {
        w.warp[target / kLanes].ready &= ~(1u << target % kLanes);
        make_current(w, target);
        Fiber& next = *w.lane[target].fiber;
        if (&next == &self) return;
        if (!has_thread) w.free_fibers.push_back(&self);
        switch_fiber(self, next);
        return;
      }
      if (w.next_fresh < w.threads) {
        if (!has_thread) return;
        switch_fiber(self, *take_fiber(w));
        return;
      }
      if (resolve_stuck(w)) continue;
    }
    if (!has_thread) w.free_fibers.push_back(&self);
    switch_fiber(self, *w.host);
    return;
  }
}

void thread_exited(Worker& w) {
  const unsigned thread = w.current, warp = thread / kLanes;
  w.lane[thread].state = LaneState::exited;
  w.warp[warp].exited |= 1u << thread % kLanes;
  ++w.exited;
  if (w.traced && w.warp[warp].exited == w.warp[warp].exists) trace::warp_exited(w, warp);
  if (w.waiting_at_barrier && w.waiting_at_barrier + w.exited == w.threads) release_barrier(w);
}

// A fiber runs new threads one after another; a thread that never waits requires no switch at all.
void thread_main() {
  Fiber* self = nullptr;
  for (;;) {
    Worker& w = *current_worker;
    while (w.next_fresh < w.threads && !w.abandoned) {
      const unsigned thread = thread_of_turn(w, w.next_fresh++);
      if (!self) {
        const char here = 0;
        self = *std::find_if(w.fibers.begin(), w.fibers.end(),
                             [&](const Fiber* f) { return f->on_stack(&here); });
      }
      w.lane[thread].fiber = self;
      w.lane[thread].sleeps = w.lane[thread].batch = w.lane[thread].products = 0;
      w.lane[thread].multiplied = 0;
      w.lane[thread].failed_at = nullptr;
      w.lane[thread].waits_for = nullptr;
      w.lane[thread].awaits = nullptr;
      make_current(w, thread);
      w.thread(w.launch->arguments);
      thread_exited(w);
      if (w.warp[thread / kLanes].ready) break;  // this warp's suspended lanes come first
    }
    reschedule(*self, false);
  }
}

}  // namespace

void suspend() {
  Worker& w = *current_worker;
  const unsigned warp = w.current / kLanes;
  Fiber& self = *w.lane[w.current].fiber;
  if (const uint32_t ready = w.warp[warp].ready) {  // the common case: another lane in the same warp is ready
    const unsigned target = warp * kLanes + lowest(ready);
    w.warp[warp].ready = ready & (ready - 1);
    make_current(w, target);
    switch_fiber(self, *w.lane[target].fiber);
  } else {
    reschedule(self, true);
  }
}

void spin_wait(const void* pc) {
  Worker& w = *current_worker;
  w.lane[w.current].pc = pc;
  w.lane[w.current].state = LaneState::spinning;
  w.warp[w.current / kLanes].spinning |= 1u << w.current % kLanes;
  suspend();
}

void look_again(const void* address, const void* pc, bool acquires) {
  constexpr unsigned kLooksPerTurn = 3, kWorkPerTurn = 1024;
  constexpr unsigned kMostLooks = 1'000'000;  // a loop may cycle through an array forever
  Lane& lane = current_worker->lane[current_worker->current];
  const bool goes_on = current_worker->traced && trace::goes_on_between_looks(*current_worker);
  if (lane.looked_at != address || lane.looked_from != pc) {
    lane.looked_at = address;
    lane.looked_from = pc;
    lane.looks = 0;
  } else if (++lane.looks >= kLooksPerTurn) {
    if (goes_on && lane.looks < kMostLooks) {
      workers_saw_a_change();
      if (lane.looks % kWorkPerTurn != 0) return;
    } else if (current_worker->traced) {
      trace::waits_for_word(*current_worker, address, acquires);
    }
    lane.waits_for = address;
    spin_wait(pc);
  }
}

bool waits_for_the_host(const Worker& w) {
  return host_may_write && std::any_of(w.lane.begin(), w.lane.begin() + w.threads, [](const Lane& l) {
           const bool waits = l.state == LaneState::spinning || l.state == LaneState::ready;
           return waits && l.waits_for && host_may_write(l.waits_for, l.pc);
         });
}

// A loop of updates that change nothing, or of sleeps, may end on its own, so a thread counts as waiting only
// after many such updates or sleeps.
void changed_nothing(const void* address, const void* pc) {
  constexpr unsigned kMostUpdates = 5000, kUpdatesPerTurn = 1024;
  Lane& lane = current_worker->lane[current_worker->current];
  const bool first = lane.looked_at != address || lane.looked_from != pc;
  if (current_worker->launch->traced && (first || lane.looks < kMostUpdates)) workers_saw_a_change();
  if (!first && !current_worker->traced && lane.looks % kUpdatesPerTurn != 0)
    ++lane.looks;  // most of the time, the thread continues without waiting
  else
    look_again(address, pc);
}

void abandon_block() {
  Worker& w = *current_worker;
  w.abandoned = true;
  switch_fiber(*w.lane[w.current].fiber, *w.host);
  __builtin_unreachable();
}

void stop_thread() {
  Worker& w = *current_worker;
  if (!w.traced || !trace_options().go_on_without_thread) abandon_block();
  trace::thread_stopped();
  ++w.stopped;
  thread_exited(w);
  reschedule(*w.lane[w.current].fiber, true);  // never returns
  __builtin_unreachable();
}

void end_thread() {
  Worker& w = *current_worker;
  Fiber& self = *w.lane[w.current].fiber;
  thread_exited(w);
  start_fiber<thread_main>(self);  // for its next use, which may follow immediately
  w.free_fibers.push_back(&self);
  reschedule(self, true);
  __builtin_unreachable();
}

void run_block(Worker& w, const Launch& launch, uint64_t index) {
  const uint64_t blocks_of_a_gpu = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  w.launch = &launch;
  w.block_index = index;
  w.gpu = static_cast<unsigned>(index / blocks_of_a_gpu);
  index %= blocks_of_a_gpu;
  w.block = {static_cast<unsigned>(index % launch.grid.x),
             static_cast<unsigned>(index / launch.grid.x % launch.grid.y),
             static_cast<unsigned>(index / launch.grid.x / launch.grid.y)};
  blockIdx = w.block;
  w.current = w.next_fresh = w.waiting_at_barrier = w.exited = w.stopped = 0;
  w.abandoned = false;
  w.arriving = {0, 1, 0, false};
  for (unsigned i = 0; i < w.warps; ++i) {
    WarpState& warp = w.warp[i];
    warp.ready = warp.at_barrier = warp.spinning = warp.exited = 0;
    warp.quiescing = warp.in_step = 0;
    warp.steps_alone = 0;
    warp.pending_count = 0;
  }
  if (fills_shared) fill_shared_undefined(launch.dynamic_shared);
  w.traced = launch.traced && trace::block_begin(w);
  if (w.launch_stopped && !w.traced) return;
  w.thread = launch.traced && !w.traced && unobserved_thread ? unobserved_thread : launch.thread;
  switch_fiber(*w.host, *take_fiber(w));
  grid_barrier_block_end();
  finish_bulk_copies(w);
  if (!w.abandoned && !w.stopped) check_warpgroups(w);
  if (launch.traced) trace::block_end(w);
  w.traced = false;
  if (w.exited != w.threads || w.stopped) {  // stopped midway, so no stack can be resumed
    for (Fiber* fiber : w.fibers) start_fiber<thread_main>(*fiber);
    w.free_fibers = w.fibers;
    const std::string where = "the kernel was stopped in block " + std::to_string(index) +
                              (launch.gpus > 1 ? " of GPU " + std::to_string(w.gpu) : "");
    if (w.stopped || w.launch_stopped || (launch.traced && trace::has_stopped_thread()))
      throw ThreadsStopped(where);
    throw KernelStopped(where);
  }
}

unsigned running_gpu() { return current_worker->gpu; }

void prepare_worker(Worker& w, const Launch& launch) {
  current_worker = &w;
  keep_dynamic_shared(simt_dynamic_shared, launch.dynamic_shared);
  if (!w.host) w.host = new Fiber;
  blockDim = launch.block;
  gridDim = launch.grid;
  w.threads = launch.block.x * launch.block.y * launch.block.z;
  w.warps = (w.threads + kLanes - 1) / kLanes;
  unsigned thread = 0;
  for (unsigned z = 0; z < launch.block.z; ++z)
    for (unsigned y = 0; y < launch.block.y; ++y)
      for (unsigned x = 0; x < launch.block.x; ++x) w.lane[thread++].thread_idx = {x, y, z};
  for (unsigned i = 0; i < w.warps; ++i) {
    const unsigned lanes = std::min(kLanes, w.threads - i * kLanes);
    w.warp[i].exists = lanes == kLanes ? ~0u : (1u << lanes) - 1;
  }
}

namespace {
struct Arrival {  // a thread's arrival at a __syncthreads of any kind
  int predicate;
  const void* pc;
  bool votes = true;  // this barrier also has a purpose other than ordering accesses
};

void arrive(Arrival arrival) {
  Worker& w = *current_worker;
  const unsigned thread = w.current, warp = thread / kLanes;
  Lane& lane = w.lane[thread];
  lane.pc = arrival.pc;
  lane.state = LaneState::barrier;
  w.warp[warp].at_barrier |= 1u << thread % kLanes;
  w.arriving.count += arrival.predicate != 0;
  w.arriving.all &= arrival.predicate != 0;
  w.arriving.any |= arrival.predicate != 0;
  w.arriving.votes |= arrival.votes;
  ++w.waiting_at_barrier;
  if (w.traced) trace::barrier_arrive(w, arrival.pc);
  if (w.waiting_at_barrier + w.exited == w.threads) {  // the last to arrive continues immediately
    release_barrier(w);
    w.warp[warp].ready &= ~(1u << thread % kLanes);
    lane.state = LaneState::running;
    constexpr unsigned kOneBarrierIn = 4;
    if (w.traced && trace::steps_aside(kOneBarrierIn)) workers_step_aside();
  } else {
    suspend();
  }
}
}  // namespace

void arrive_at_barrier(const void* pc) { arrive({0, pc}); }

}  // namespace ladder::simt

void __syncthreads() { simt::arrive({0, SIMT_CALLER, false}); }
int __syncthreads_count(int predicate) {
  simt::arrive({predicate, SIMT_CALLER});
  return simt::current_worker->voted.count;
}
int __syncthreads_and(int predicate) {
  simt::arrive({predicate, SIMT_CALLER});
  return simt::current_worker->voted.all;
}
int __syncthreads_or(int predicate) {
  simt::arrive({predicate, SIMT_CALLER});
  return simt::current_worker->voted.any;
}
