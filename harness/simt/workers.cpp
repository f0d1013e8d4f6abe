#include "simt/workers.h"

#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "simt/crash.h"
#include "simt/executor.h"

namespace simt {
namespace {

unsigned wanted_workers = 0;

// One OS thread, parked between turns. A turn is the right to run.
struct Seat {
  Worker worker;
  std::condition_variable wake;
  bool has_turn = false;
  std::thread thread;
};

// A launch in progress. All fields under `mutex`; there is one launch at a time.
struct Pool {
  std::mutex mutex;
  std::condition_variable finished;
  std::vector<std::unique_ptr<Seat>> seats;
  std::vector<Seat*> idle;      // parked, in no block
  std::deque<Seat*> suspended;  // parked in the middle of a block, first in first out
  const Launch* launch = nullptr;
  uint64_t next_block = 0, total_blocks = 0;
  unsigned turns_out = 0;
  bool stopping = false;
  std::exception_ptr error;

  ~Pool() {
    {
      std::lock_guard lock(mutex);
      stopping = true;
    }
    for (auto& seat : seats) {
      seat->wake.notify_one();
      seat->thread.join();
    }
  }
};

Pool& pool() {
  static Pool p;
  static const pid_t owner = getpid();
  if (getpid() == owner) return p;
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
    seat.thread = std::thread(seat_main, std::ref(seat));
    return seat;
  }
  Seat& seat = *p.idle.back();
  p.idle.pop_back();
  return seat;
}

// The turn passes to who needs it: a block that was left, else nobody (and the launch may be over).
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
  my_seat = &seat;
  register_kernel_thread();
  std::unique_lock lock(p.mutex);
  for (;;) {
    seat.wake.wait(lock, [&] { return seat.has_turn || p.stopping; });
    if (p.stopping) return;
    prepare_worker(seat.worker, *p.launch);
    // One block at a time, in index order (or nearly): a block may wait for any other that has started, so
    // none may queue behind it.
    while (p.next_block < p.total_blocks && !p.error) {
      const uint64_t turn = p.next_block++;
      const uint64_t block = p.launch->traced ? trace::block_to_start(turn, p.total_blocks) : turn;
      lock.unlock();
      std::exception_ptr error;
      try {
        run_block(seat.worker, *p.launch, block);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error && !p.error) p.error = error;
    }
    current_worker = nullptr;
    seat.has_turn = false;
    p.idle.push_back(&seat);
    pass_turn_on(p);
  }
}

}  // namespace

void set_workers(unsigned count) { wanted_workers = count; }
unsigned workers() {
  return wanted_workers ? wanted_workers : std::max(1u, std::thread::hardware_concurrency());
}

void workers_yield_block() {
  Pool& p = pool();
  std::unique_lock lock(p.mutex);
  if (p.error) {  // another block was stopped: what this one waits for may never be written
    lock.unlock();
    abandon_block();
  }
  if (p.next_block < p.total_blocks) {
    p.suspended.push_back(my_seat);
    my_seat->has_turn = false;
    give_turn(idle_seat(p));
  } else if (!p.suspended.empty()) {
    p.suspended.push_back(my_seat);
    my_seat->has_turn = false;
    Seat& next = *p.suspended.front();
    p.suspended.pop_front();
    give_turn(next);
  } else {
    lock.unlock();
    std::this_thread::yield();  // the only ones who can write run on other cores
    return;
  }
  Seat& seat = *my_seat;
  seat.wake.wait(lock, [&] { return seat.has_turn; });
}

void run(const Launch& launch) {
  const uint64_t threads = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  if (threads == 0 || threads > kMaxThreads)
    throw std::invalid_argument("a block of " + std::to_string(threads) + " threads: 1 to 1024 are possible");
  if (blocks == 0 || launch.grid.x > 0x7fffffffu || launch.grid.y > 65535 || launch.grid.z > 65535)
    throw std::invalid_argument("a grid of " + std::to_string(launch.grid.x) + " x " +
                                std::to_string(launch.grid.y) + " x " + std::to_string(launch.grid.z) +
                                " blocks: 1 to 2^31 - 1 are possible in x, to 65535 in y and z");
  if (launch.dynamic_shared > kMaxDynamicShared)
    throw std::invalid_argument(std::to_string(launch.dynamic_shared) +
                                " bytes of dynamic shared memory: at most " +
                                std::to_string(kMaxDynamicShared) + " are possible");

  if (launch.traced) trace::launch_begin(launch);
  Pool& p = pool();
  std::unique_lock lock(p.mutex);
  p.launch = &launch;
  p.next_block = 0;
  p.total_blocks = blocks;
  p.error = nullptr;
  p.turns_out = launch.traced ? 1 : static_cast<unsigned>(std::min<uint64_t>(workers(), blocks));
  for (unsigned i = 0, turns = p.turns_out; i < turns; ++i) give_turn(idle_seat(p));
  p.finished.wait(lock, [&] { return p.turns_out == 0; });
  lock.unlock();
  if (launch.traced) trace::launch_end();
  if (p.error) std::rethrow_exception(p.error);
}

}  // namespace simt
