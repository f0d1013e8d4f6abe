// How the executor runs a launch: for its own files, and for the runtime of `try`.
//
// Each CUDA thread of a block is a fiber. A worker is one OS thread that runs one block at a time, to its
// end; its thread-local storage is the block's shared memory. Fibers jump straight to one another: the last
// thread to arrive at a barrier goes on, the others are found through one 32-bit mask per warp.
//
// A kernel that spins on another block's word says so by spin_wait(): when every thread of a block only
// spins, its worker passes the right to run to another one, which starts the next block. So blocks start in
// index order, and any number of them may wait for each other, as long as a GPU could hold them at once.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "platform/here.h"
#include "simt/launch.h"
#include "simt/observation.h"
#include "simt/presented.h"

namespace simt {

constexpr unsigned kMaxThreads = 1024, kLanes = 32, kMaxWarps = kMaxThreads / kLanes;

enum class LaneState : uint8_t { fresh, running, ready, barrier, warp_operation, spinning, exited };
enum class WarpOp : uint8_t {
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  sync,
  vote,
  reduce,
  active_mask,
  match_any,
  match_all
};

struct Fiber;

struct alignas(64) Lane {  // what every switch needs is in its first cache line
  Fiber* fiber;
  const void* pc;  // return address of the operation that the lane waits in
  uint3 thread_idx;
  LaneState state;
  WarpOp op;
  uint8_t width;  // of a shuffle
  uint8_t reduce_op;
  uint8_t value_bytes;  // of a shuffle
  uint32_t mask;        // that the pending warp operation named
  uint32_t argument;    // of a shuffle: lane, delta or lane mask
  uint32_t polls;       // looks at other blocks' messages
  uint32_t sleeps;      // in this block
  uint32_t batch;       // of asynchronous copies: how many it has committed in this block
  uint32_t looks;       // at one word from one place, in a row
  const void *looked_at, *looked_from;
  const void* failed_at;  // where a compare-and-swap of it failed last
  uint64_t failed_with;   // what stood there then
  const void* waits_for;  // the word that it looked at last before it gave up its turn
  uint64_t value, result;
};

struct PendingOp {
  WarpOp op;
  uint32_t mask, arrived;
};

struct WarpState {
  uint32_t exists, ready, at_barrier, spinning, quiescing, in_step, exited;
  unsigned steps_alone;                   // that one place's lanes have made while others waited in step
  std::array<PendingOp, kLanes> pending;  // lanes may wait under several masks
  int pending_count;
};

struct BulkLoad {  // asked for, not yet arrived
  void* to;
  const void* from;
  unsigned bytes;
  void* barrier;
};
struct BulkStore {  // asked for, shared memory not yet read
  void* to;
  const void* from;
  unsigned bytes;
  unsigned thread;
  const void* pc;
};

struct AsyncCopy {  // asked for, not yet waited for: simt/pipeline.cpp
  void* to;
  const void* from;
  unsigned bytes, zero_fill;
  uint32_t batch;
  const void* pc;
};

struct Worker {
  const Launch* launch = nullptr;
  void (*thread)(void* arguments) = nullptr;  // runs one CUDA thread of this block
  uint3 block{};
  uint64_t block_index = 0;  // linear; with several GPUs over all of them
  unsigned gpu = 0;
  unsigned threads = 0, warps = 0;
  unsigned current = 0;             // linear id of the running thread
  std::atomic<uint64_t> turns = 0;  // that threads have had; written by this worker alone
  unsigned next_fresh = 0, waiting_at_barrier = 0, exited = 0;
  // Of those that exited, by stop_thread(): who waits for them in vain does nothing wrong.
  unsigned stopped = 0;
  bool launch_stopped =
      false;               // a thread of this launch was: blocks that are not observed do not run any more
  bool traced = false;     // this block is being observed
  bool abandoned = false;  // stopped by a hazard that it cannot survive
  struct {
    int count, all, any;
    bool votes;
  } arriving{}, voted{};  // of __syncthreads_count/and/or
  std::array<WarpState, kMaxWarps> warp{};
  std::array<Lane, kMaxThreads> lane{};
  Fiber* host = nullptr;  // the worker's own stack
  std::vector<Fiber*> fibers, free_fibers;
  std::vector<BulkLoad> bulk_loads;
  std::vector<BulkStore> bulk_stores;
  std::array<std::vector<AsyncCopy>, kMaxThreads> async_copies;  // of each thread, in their order
};
extern thread_local Worker* current_worker;  // nullptr outside of a kernel

// A barrier of the block, as part of something larger; `pc` is where that was called.
void arrive_at_barrier(const void* pc);
// Suspends the running thread, whose state and pc are already set, until somebody makes it ready.
void suspend();
// The lane of its warp that lane `me` takes a value from in this shuffle.
unsigned source_lane(const Lane&, WarpOp, unsigned me);
// The running thread has nothing to do until another thread, perhaps of another block, writes something.
void spin_wait(const void* pc);
// The running thread has read this word, or failed to change it. If it does so from one place a few times in a row,
// another thread gets a turn.
void look_again(const void* address, const void* pc);
void changed_nothing(const void* address, const void* pc);  // an update of a word
// Lets the lanes of the running thread's warp come to this place before any goes on, as they did before
// compute capability 7.0. It orders nothing: what relies on it is a race.
void move_in_lockstep(const void* pc);
// Ends the block at once: the running thread did something that it cannot go on from.
[[noreturn]] void abandon_block();
// The running thread did something that stops a GPU. Ends the block, or, as TraceOptions say, this thread alone: the
// launch ends as stopped, when its other threads have been seen.
[[noreturn]] void stop_thread();
// Of a word that a thread waits for in vain: may the host write it while the kernel runs? Then the wait is no mistake, and
// who answers yes has told so. nullptr: nobody knows.
extern bool (*host_may_write)(const void* word, const void* pc);
bool waits_for_the_host(const Worker&);
// Called when a thread has exited or all are stuck: completes what can be completed.
// True if somebody became ready.
bool complete_warp_operations(Worker&, unsigned warp, bool all_stuck);

// At the end of a block, in simt/async.cpp.
void finish_bulk_copies(Worker&);

// What runs the threads of the blocks that a traced launch does not observe; nullptr: what runs the others.
extern void (*unobserved_thread)(void* arguments);

// One thread's part in a hazard. `pc` is a return address, turned into a source line when it is reported.
struct Site {
  const void* pc = nullptr;
  const char* access = "";
  int thread = -1;  // linear id in the block; -1: no one thread
  uint64_t block = 0;
};
// Safe on a fiber's small stack; equal lines are merged when observations are taken.
void report_hazard(HazardKind, const char* space, const Site& first, const Site& second,
                   const std::string& object, ladder::Evidence);

// After an integer division by zero a thread goes on with a number that means nothing, as on a GPU; else the process ends.
inline bool divisions_go_on = false;

// The launch was stopped (deadlock, invalid address, …); its hazards say why.
struct KernelStopped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The same, and all observed blocks have run as far as they could.
struct ThreadsStopped : KernelStopped {
  using KernelStopped::KernelStopped;
};

// What the trace wants to know, in simt/trace/*.cpp. All run on the worker's thread, on a fiber's stack
// except for launch and block.
namespace trace {
// Of each launch, so many blocks are observed that they make about so many events: the first one shows how many it
// makes; 0: as TraceOptions says. Blocks that were observed, and events: of the last launch.
void set_event_budget(uint64_t events);
struct Watched {
  uint64_t blocks, events;
};
Watched last_launch_watched();
void launch_begin(const Launch&);
void launch_end();
void launch_cut_short();    // what is seen of the launch that runs is about to be taken
bool block_begin(Worker&);  // is this block observed?
void thread_stopped();      // the running one, in the middle of a hook
bool has_stopped_thread();  // of the observed blocks of this launch: who waits in vain may wait for it
void block_end(Worker&);
void barrier_arrive(Worker&, const void* pc);  // by the running thread
void warp_exited(Worker&, unsigned warp);      // all its lanes
// All have arrived. `votes`: it gives a value (__syncthreads_count), or is part of something larger.
void barrier_release(Worker&, bool votes);
void warp_op_arrive(Worker&, WarpOp, uint32_t mask, const void* pc);
void warp_op_done(Worker&, unsigned warp, WarpOp, uint32_t lanes);
enum class AtomicOrder : uint8_t { relaxed, acquire, release, acquire_release };
// An atomic access by the running thread, before it happens. Where the result of an update or an exchange is used,
// result_used follows; only then does an exchange read. fetch: an update whose result counts as used.
enum class AtomicUse : uint8_t { load, store, update, fetch, exchange };
void atomic(Worker&, const void* address, unsigned bytes, AtomicUse, AtomicOrder, const void* pc);
// The next atomic of the running thread orders threads of its block alone (atomicAdd_block, …).
void next_atomic_of_block(Worker&);
// The running thread's atomic has changed the word from one value to another. `may_take`: as the taking of a lock does.
void atomic_changed(Worker&, const void* address, uint64_t from, uint64_t to, bool may_take, const void* pc);
// The running thread calls a function that host code has named: by a table of such pointers, or by an object.
void plain_function_called(const void* pc);
// Has the running thread come to other words since its last look than between the two looks before? Then it does more
// than to wait.
bool goes_on_between_looks(Worker&);
// The running thread looks at this word again and again, until another one changes it.
void waits_for_word(Worker&, const void* address);
void result_used(Worker&, const void* address, unsigned bytes, const void* pc);
enum class FenceScope : uint8_t { block, device, system };
// That atomic will be a compare-and-swap: the plain read of the same word just before it needs no order, for the
// swap fails where the value was an old one.
void atomic_compares(Worker&, const void* address, unsigned bytes);
void fence(Worker&, FenceScope, const void* pc);
// The running thread comes for its block to the barrier of all blocks, which `word` stands for; it goes on from it.
void grid_barrier(Worker&, const void* word, bool arrives, const void* pc);
// The running thread sets up a barrier that counts messages, or uses it (simt/async.h).
void message_barrier(Worker&, const void* barrier, bool set_up);
// The running thread showed the copy engine what it has written to shared memory.
void published_to_bulk(Worker&);
// A bulk copy between shared and global memory was asked for by the running thread; bulk_arrived: the running
// thread has waited for a barrier that announces loads.
void bulk_copy(Worker&, const void* shared, const void* global, unsigned bytes, bool into_shared,
               const void* pc);
void bulk_arrived(Worker&, const void* pc);
// An asynchronous copy into shared memory by the running thread: asked for, and waited for. `from` nullptr: zeros.
void async_copy_begins(Worker&, const void* to, unsigned bytes, const void* pc);
void async_copy_ends(Worker&, const void* to, const void* from, unsigned bytes, const void* pc);
}  // namespace trace

}  // namespace simt
