#include "simt/workers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <ctime>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "platform/crash.h"
#include "platform/image.h"
#include "platform/workers.h"
#include "simt/crash.h"
#include "simt/executor.h"
#include "simt/grid_barrier.h"
#include "simt/launch_bounds.h"
#include "simt/memory.h"
#include "simt/shared_memory.h"
#include "simt/trace/schedule.h"
#include "simt/trace/share.h"

namespace ladder::simt {
namespace {

// One OS thread, parked between its turns. A turn is the right to run.
struct Seat {
  Worker worker;
  Condition wake;
  bool has_turn = false;
  uint64_t turns_seen = 0;
  double cpu_seen = 0;  // the thread's CPU time, in seconds, when `turns_seen` last changed
  Thread thread;
  int id = 0;  // thread id; 0: the thread has not started
};

// A launch in progress. All fields are protected by `mutex`; there is one launch at a time.
struct Pool {
  std::mutex mutex;
  Condition finished;
  std::vector<std::unique_ptr<Seat>> seats;
  std::vector<Seat*> idle;      // parked, not in a block
  std::deque<Seat*> suspended;  // parked in the middle of a block; first in, first out
  const Launch* launch = nullptr;
  uint64_t next_block = 0, total_blocks = 0;
  unsigned turns_out = 0;
  double last_begun = 0;       // when a block last began: seconds_now()
  std::exception_ptr error;    // ends the launch immediately
  std::exception_ptr stopped;  // thrown at the end of the launch
};

// How many times blocks of a traced launch have had to wait since a block last made progress.
std::atomic<uint64_t> waits = 0;

double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// True if every block has polled repeatedly while nothing has changed. A polling loop may end on its own, so if
// there are only a few blocks, each gets a large number of turns.
bool nobody_changes_anything(const Pool& p) {
  constexpr uint64_t kFewRounds = 64, kManyRounds = 1000, kMostInAll = 64'000;
  const uint64_t blocks = p.suspended.size() + 1;
  return ++waits > std::max(kFewRounds * blocks, std::min(kManyRounds * blocks, kMostInAll));
}

constexpr unsigned kMostAtOnce = kThreadsHaveOwnVariables ? UINT_MAX : 1;

// The largest number of blocks that may have started: the number that can be resident on the GPU. A block that
// waits for a block that cannot start would wait forever.
unsigned most_begun(const Launch& launch) {
  const unsigned threads = launch.block.x * launch.block.y * launch.block.z;
  const unsigned resident =
      presented::resident_blocks((threads + kLanes - 1) / kLanes * kLanes, launch.dynamic_shared);
  const unsigned held =
      std::min(kMostAtOnce, std::max(1u, launch.gpus * presented::kMultiprocessors * resident));
  return launch.traced ? std::min(held, trace::most_begun()) : held;
}

Pool& pool() {
  // Never destroyed: exit handlers may launch kernels, and a forked child has no threads to stop.
  static Pool& p = *new Pool;
  static const int owner = this_process();
  if (this_process() == owner) return p;
  static Pool* child = new Pool;  // a forked child has none of its parent's threads
  return *child;
}
thread_local Seat* my_seat = nullptr;

void give_turn(Seat& seat) {
  seat.has_turn = true;
  seat.wake.notify_one();
}

void seat_main(Seat& seat);

Seat& idle_seat(Pool& p) {
  if (p.idle.empty()) {
    Seat& seat = *p.seats.emplace_back(std::make_unique<Seat>());
    seat.thread.start([&seat] { seat_main(seat); });
    return seat;
  }
  Seat& seat = *p.idle.back();
  p.idle.pop_back();
  return seat;
}

// Passes the turn to a suspended block, if there is one; otherwise the launch may be over.
void pass_turn_on(Pool& p) {
  if (!p.suspended.empty()) {
    Seat& next = *p.suspended.front();
    p.suspended.pop_front();
    give_turn(next);
  } else if (--p.turns_out == 0) {
    p.finished.notify_one();
  }
}

void seat_main(Seat& seat) {
  Pool& p = pool();
  release_shared();
  my_seat = &seat;
  register_kernel_thread();
  std::unique_lock lock(p.mutex);
  seat.id = this_thread();
  for (;;) {
    seat.wake.wait(lock, [&] { return seat.has_turn; });
    prepare_worker(seat.worker, *p.launch);
    // Blocks start one at a time, in (nearly) index order: a block may wait for any other block that has
    // started, so no started block may queue behind it.
    while (p.next_block < p.total_blocks && !p.error) {
      const uint64_t turn = p.next_block++;
      p.last_begun = seconds_now();
      const uint64_t block = p.launch->traced ? trace::block_to_start(turn, p.total_blocks) : turn;
      lock.unlock();
      seat.worker.launch_stopped = p.stopped != nullptr;
      std::exception_ptr error, stopped;
      try {
        run_block(seat.worker, *p.launch, block);
      } catch (const ThreadsStopped&) {
        stopped = std::current_exception();
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      waits = 0;
      note_block_ended();
      look_between_blocks();
      if (error && !p.error) p.error = error;
      if (stopped && !p.stopped) p.stopped = stopped;
    }
    current_worker = nullptr;
    seat.has_turn = false;
    p.idle.push_back(&seat);
    pass_turn_on(p);
  }
}

// A thread may wait for another thread by polling a word, without any call that could give the other thread a
// turn. A thread that runs for a long time without a change of turns is therefore interrupted. If the
// interrupted thread is in a kernel's own code, it passes its turn on as if it had asked to.
constexpr auto kPatience = std::chrono::milliseconds(50), kOnceInterrupted = std::chrono::milliseconds(2);
// CPU time in seconds. A traced launch should run in the same way each time, so its limit is longer.
constexpr double kLong = 0.04, kLongTraced = 1;

// Runs on the fiber's own stack, and then switches away from it.
void pass_turn_on_when_interrupted(uintptr_t at) {
  if (current_worker && is_kernel_code(at)) spin_wait(reinterpret_cast<const void*>(at + 1));
}

// Returns true if a thread was interrupted.
bool interrupt_who_never_waits(Pool& p, bool known_to_wait) {
  const double limit = p.launch->traced ? kLongTraced : known_to_wait ? 0 : kLong;
  bool any = false;
  for (auto& seat : p.seats) {
    if (!seat->has_turn || seat->id == 0) continue;
    const uint64_t turns = seat->worker.turns.load(std::memory_order_relaxed);
    const double now = seat->thread.processor_seconds();
    if (turns != seat->turns_seen) {
      seat->turns_seen = turns;
      seat->cpu_seen = now;
    } else if (now - seat->cpu_seen > limit) {
      interrupt_thread(seat->id, Interrupt::turn);
      seat->cpu_seen = now;
      any = true;
    }
  }
  return any;
}

// Each block that has begun needs a thread with its own shared memory, and a block usually waits for a block
// that runs on another core and is about to write. While other blocks run, new blocks therefore begin at
// intervals.
bool another_may_begin(const Pool& p, unsigned most_begun) {
  constexpr double kInterval = 0.002;  // seconds
  if (p.next_block == p.total_blocks || p.suspended.size() + p.turns_out >= most_begun) return false;
  // One of the suspended blocks may be able to continue.
  const uint64_t waiting = p.suspended.size(),
                 threads = p.launch->block.x * p.launch->block.y * p.launch->block.z;
  if (p.launch->traced && (waiting >= kManyBlocks || waiting * threads >= kManyThreads) && waits <= waiting)
    return false;
  return p.turns_out == 1 || p.launch->resident || seconds_now() - p.last_begun >= kInterval;
}

// Suspends the block in favour of another one, if there is one.
bool leave_block(Pool& p, std::unique_lock<std::mutex>& lock, unsigned most_begun) {
  if (p.error) {  // a stopped block may never write the word that this one waits for
    lock.unlock();
    abandon_block();
  }
  Seat* next = nullptr;
  if (another_may_begin(p, most_begun)) {
    next = &idle_seat(p);
  } else if (!p.suspended.empty()) {
    next = p.suspended.front();
    p.suspended.pop_front();
  } else {
    return false;
  }
  Seat& seat = *my_seat;
  p.suspended.push_back(&seat);
  seat.has_turn = false;
  give_turn(*next);
  seat.wake.wait(lock, [&] { return seat.has_turn; });
  return true;
}

}  // namespace

Waiting workers_yield_block() {
  Pool& p = pool();
  std::unique_lock lock(p.mutex);
  const bool traced = p.launch->traced;
  const bool all_wait = traced && nobody_changes_anything(p);
  if (all_wait && p.next_block == p.total_blocks) return Waiting::for_nothing;
  if (all_wait && p.suspended.size() + 1 >= most_begun(*p.launch)) return Waiting::for_blocks_not_started;
  if (!leave_block(p, lock, most_begun(*p.launch))) {
    lock.unlock();
    std::this_thread::yield();  // only a thread on another core can write the word
  }
  return Waiting::may_end;
}

void workers_step_aside() {
  constexpr unsigned kMostBegun = 8;
  Pool& p = pool();
  std::unique_lock lock(p.mutex);
  leave_block(p, lock, std::min({kMostBegun, kMostAtOnce, trace::most_begun()}));
}

void workers_saw_a_change() { waits = 0; }

void refuse_launch_in_kernel(const void* pc) {
  if (!current_worker) return;
  report_hazard(HazardKind::crash, "",
                {pc, "launch", static_cast<int>(current_worker->current), current_worker->block_index}, {},
                {}, {Cause::launch_in_kernel});
  abandon_block();
}

void run(const Launch& launch) {
  refuse_launch_in_kernel(SIMT_CALLER);
  const uint64_t threads = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const uint64_t blocks = launch.gpus * uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  note_launch_begun(blocks, threads);
  if (threads == 0 || threads > kMaxThreads)
    throw std::invalid_argument("a block of " + std::to_string(threads) + " threads: 1 to 1024 are allowed" +
                                (threads > 0 && blocks <= kMaxThreads && blocks % kLanes == 0 && blocks > 0
                                     ? ". The grid has " + std::to_string(blocks) +
                                           " blocks: are the grid and the block swapped? The grid comes first"
                                     : ""));
  if (launch.block.z > presented::kBlockZ)
    throw std::invalid_argument("a block of " + std::to_string(launch.block.z) +
                                " threads in z: at most 64 are allowed there, and 1024 in x and y");
  if (blocks == 0 || launch.grid.x > presented::kGridX || launch.grid.y > presented::kGridYZ ||
      launch.grid.z > presented::kGridYZ)
    throw std::invalid_argument(
        "a grid of " + std::to_string(launch.grid.x) + " x " + std::to_string(launch.grid.y) + " x " +
        std::to_string(launch.grid.z) +
        " blocks: x may be 1 to 2^31 - 1, and y and z may be at most 65535. Was n divided "
        "by the block size and rounded down to 0?");
  if (launch.dynamic_shared > kMaxDynamicShared)
    throw std::invalid_argument(std::to_string(launch.dynamic_shared) +
                                " bytes of dynamic shared memory: at most " +
                                std::to_string(kMaxDynamicShared) + " are allowed");

  if (trace::watched_alone && (!launch.traced || launch.argument_bytes > kMostArgumentBytes))
    throw std::invalid_argument("a launch must be made by launch(), and can have at most " +
                                std::to_string(kMostArgumentBytes) + " bytes of parameters");

  if (const unsigned allowed = threads_allowed(launch.kernel); allowed && threads > allowed)
    throw std::invalid_argument("a block of " + std::to_string(threads) +
                                " threads: this kernel's __launch_bounds__ allows " +
                                std::to_string(allowed) + "; launch smaller blocks, or raise the bound");

  const DeviceMemoryOpen open;  // while the kernel runs
  if (launch.traced) trace::launch_begin(launch);
  Pool& p = pool();
  std::unique_lock lock(p.mutex);
  p.launch = &launch;
  p.next_block = 0;
  p.total_blocks = launch.traced ? trace::turns(blocks) : blocks;
  grid_barrier_launch_begin();
  p.error = p.stopped = nullptr;
  waits = 0;
  p.turns_out = launch.traced ? 1
                              : static_cast<unsigned>(std::min<uint64_t>(
                                    std::max(1u, std::thread::hardware_concurrency()), blocks));
  for (unsigned i = 0, turns = p.turns_out; i < turns; ++i) give_turn(idle_seat(p));
  [[maybe_unused]] static const bool interruptible =
      (on_interrupt(Interrupt::turn, pass_turn_on_when_interrupted), true);
  auto patience = kPatience;
  while (!p.finished.wait_for(lock, patience, [&] { return p.turns_out == 0; }))
    if (look.wanted()) {
      interrupt_for_a_look();
      patience = kOnceInterrupted;
    } else if (interrupt_who_never_waits(p, patience == kOnceInterrupted))
      patience = kOnceInterrupted;
  lock.unlock();
  note_launch_ended();
  if (launch.traced) trace::launch_end();
  if (p.error) std::rethrow_exception(p.error);
  if (p.stopped) std::rethrow_exception(p.stopped);
}

}  // namespace ladder::simt
