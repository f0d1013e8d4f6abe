// How the executor runs a launch: for the executor's own files and for `try`'s runtime.
//
// Each CUDA thread of a block is a fiber. A worker is one OS thread that runs one block at a time, from
// beginning to end; its thread-local storage is the block's shared memory. Fibers switch directly to one
// another: the last thread to arrive at a barrier continues, and finds the others through one 32-bit mask per
// warp.
//
// A kernel that spins on a word of another block announces this with spin_wait(). When all threads in a block
// are only spinning, its worker passes the right to run to another worker, which starts the next block.
// Blocks therefore start in index order, and any number of blocks may wait for each other, provided that all
// of them could be resident on a GPU.
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

namespace ladder::simt {

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
  match_all,
  matrix_multiply_add,
  matrix_exchange,
  matrix_exchange_transposed
};

struct Fiber;

struct alignas(64) Lane {  // the fields that every switch needs are in its first cache line
  Fiber* fiber;
  const void* pc;  // return address of the operation in which the lane waits
  uint3 thread_idx;
  LaneState state;
  WarpOp op;
  uint8_t width;  // for a shuffle
  uint8_t reduce_op;
  uint8_t value_bytes;  // for a shuffle
  uint32_t mask;        // the lanes named by the pending warp operation
  uint32_t argument;    // for a shuffle: lane, delta or lane mask
  uint32_t polls;       // how many times it has polled other blocks' messages
  uint32_t sleeps;      // how many times it has slept in this block
  uint32_t batch;       // asynchronous copy batches committed in this block
  uint32_t products;    // batches of warpgroup products committed in this block
  uint32_t multiplied;  // warpgroup products requested in this block
  const void* multiplied_at;
  uint32_t looks;  // consecutive reads of one word from one place
  const void *looked_at, *looked_from;
  const void* failed_at;  // where its last compare-and-swap failed
  uint64_t failed_with;   // the value that the compare-and-swap found
  const void* waits_for;  // the last word it polled before it yielded
  const char* awaits;     // the object at which it waits for other threads to arrive (awaits_arrivals())
  const uint32_t *missing, *expected;  // its counters of arrivals
  uint64_t value, result;
};

struct PendingOp {
  WarpOp op;
  uint32_t mask, arrived;
};

struct WarpState {
  uint32_t exists, ready, at_barrier, spinning, quiescing, in_step, exited;
  unsigned steps_alone;                   // steps of lanes at one place while others waited for lockstep
  std::array<PendingOp, kLanes> pending;  // lanes may be waiting under several masks
  int pending_count;
};

struct BulkLoad {  // a contiguous part of a copy that has been requested but has not arrived yet
  void* to;
  const void* from;  // nullptr: zeros
  unsigned bytes;
  void* barrier;
};
struct BulkStore {  // requested, but shared memory has not been read yet
  void* to;
  const void* from;
  unsigned bytes;
  unsigned thread;
  const void* pc;
};

struct WarpgroupProduct {  // requested, but not waited for yet: simt/warpgroup.cpp
  float* sums;
  unsigned columns;
  const void *a, *b;
  unsigned between;  // bytes from one group of 64 columns of b to the next
  uint32_t batch;
  const void* pc;
};

struct AsyncCopy {  // requested, but not waited for yet: simt/pipeline.cpp
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
  uint64_t block_index = 0;  // linear; counted across all GPUs if there are several
  unsigned gpu = 0;
  unsigned threads = 0, warps = 0;
  unsigned current = 0;             // linear id of the running thread
  std::atomic<uint64_t> turns = 0;  // turns of its threads; written only by this worker
  unsigned next_fresh = 0, waiting_at_barrier = 0, exited = 0;
  // The number of exited threads ended by stop_thread(): waiting for one of them is not a mistake.
  unsigned stopped = 0;
  bool launch_stopped = false;  // a thread of this launch was stopped: unobserved blocks no longer run
  bool traced = false;          // this block is being observed
  bool abandoned = false;       // stopped by an unrecoverable hazard
  struct {
    int count, all, any;
    bool votes;
  } arriving{}, voted{};  // for __syncthreads_count/and/or
  std::array<WarpState, kMaxWarps> warp{};
  std::array<Lane, kMaxThreads> lane{};
  Fiber* host = nullptr;  // the worker's own stack
  std::vector<Fiber*> fibers, free_fibers;
  std::vector<BulkLoad> bulk_loads;
  std::vector<BulkStore> bulk_stores;
  std::array<std::vector<AsyncCopy>, kMaxThreads> async_copies;  // per thread, in program order
  std::array<std::vector<WarpgroupProduct>, kMaxThreads> warpgroup_products;
};
extern thread_local Worker* current_worker;  // nullptr outside a kernel

// __syncwarp() as part of a larger operation; `pc` is where that operation was called.
void sync_warp(const void* pc);
// A block barrier that is part of a larger operation; `pc` is where that operation was called.
void arrive_at_barrier(const void* pc);
// Suspends the running thread, whose state and pc are already set, until another thread makes it ready.
void suspend();
// The lane of its warp from which lane `me` takes a value in this shuffle operation.
unsigned source_lane(const Lane&, WarpOp, unsigned me);
// The running thread has nothing to do until another thread, possibly in another block, writes to memory.
void spin_wait(const void* pc);
// The running thread has read this word, or has failed to change it. If this happens a few times in a row at
// one place, another thread gets a turn.
void look_again(const void* address, const void* pc, bool acquires = false);
void changed_nothing(const void* address, const void* pc);  // after an update that left the word unchanged
// Makes all lanes of the running thread's warp reach this place before any of them continues, as they did
// before compute capability 7.0. Lockstep orders nothing, so code that relies on it has a race.
void move_in_lockstep(const void* pc);
// Ends the block immediately: the running thread cannot continue after its mistake.
[[noreturn]] void abandon_block();
// Called when the running thread has done something that stops a GPU. Ends the block or, if TraceOptions say
// so, only this thread. The block's other threads are then observed before the launch ends as stopped.
[[noreturn]] void stop_thread();
[[noreturn]] void end_thread();  // the kernel has returned, but its caller must not continue
// For a word that a thread waits for in vain: may the host write the word while the kernel runs? If so, the
// wait is not a mistake; the function reports this and returns true. nullptr: unknown.
extern bool (*host_may_write)(const void* word, const void* pc);
bool waits_for_the_host(const Worker&);
// Called before host code reads an atomic word with acquire semantics; nullptr: no function is called.
extern void (*host_acquires)(const void* word);
// Called when a thread has exited or all threads are stuck: completes all operations that can be completed.
// Returns true if a thread became ready.
bool complete_warp_operations(Worker&, unsigned warp, bool all_stuck);

// Called at the end of a block; defined in simt/async.cpp.
void finish_bulk_copies(Worker&);
// At the end of a block: have all warps of each warpgroup requested its products?
void check_warpgroups(const Worker&);

// Runs the threads of blocks that a traced launch does not observe; nullptr: such blocks run like the others.
extern void (*unobserved_thread)(void* arguments);

// One thread's part in a hazard. `pc` is a return address, which is converted to a source line for the report.
struct Site {
  const void* pc = nullptr;
  const char* access = "";
  int thread = -1;  // linear id in the block; -1: not a single thread
  uint64_t block = 0;
};
// Safe on a fiber's small stack. Identical lines are merged when observations are taken.
void report_hazard(HazardKind, const char* space, const Site& first, const Site& second,
                   const findings::Object& object, findings::Evidence);

// If true, a thread continues with a meaningless number after an integer division by zero, as on a GPU. If
// false, the process ends instead.
inline bool divisions_go_on = false;

// The launch was stopped (deadlock, invalid address, …); its hazards give the reason.
struct KernelStopped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The launch was stopped, but all observed blocks have run as far as possible.
struct ThreadsStopped : KernelStopped {
  using KernelStopped::KernelStopped;
};

// The handlers of the events that the trace records (simt/trace/*.cpp). All of them run on the worker's OS
// thread and, except for launch and block events, on a fiber's stack.
namespace trace {
// For each launch, enough blocks are observed to produce about this many events; the first block shows how many
// events a block produces. 0: as TraceOptions specify. The getters refer to the last launch.
void set_event_budget(uint64_t events);
struct Watched {
  uint64_t blocks, events;
};
Watched last_launch_watched();
void launch_begin(const Launch&);
void launch_end();
void launch_cut_short();    // observations of the running launch are about to be taken
bool block_begin(Worker&);  // is this block observed?
void thread_stopped();      // the running thread was stopped, inside a hook
// Was a thread of an observed block stopped in this launch? If so, another thread may wait for it forever.
bool has_stopped_thread();
void block_end(Worker&);
void barrier_arrive(Worker&, const void* pc);  // called for the running thread
void warp_exited(Worker&, unsigned warp);      // all lanes of the warp have exited
// All threads have arrived. `votes`: the barrier returns a value (__syncthreads_count) or is part of a larger
// operation.
void barrier_release(Worker&, bool votes);
void warp_op_arrive(Worker&, WarpOp, uint32_t mask, const void* pc);
void warp_op_done(Worker&, unsigned warp, WarpOp, uint32_t lanes);
enum class AtomicOrder : uint8_t { relaxed, acquire, release, acquire_release };
// An atomic access by the running thread, before it happens. If the result of an update or an exchange is used,
// a call to result_used() follows; only then does an exchange count as a read. fetch: an update whose result
// counts as used.
enum class AtomicUse : uint8_t { load, store, update, fetch, exchange };
void atomic(Worker&, const void* address, unsigned bytes, AtomicUse, AtomicOrder, const void* pc);
// The running thread's next atomic orders only the threads in the same block (atomicAdd_block, …).
void next_atomic_of_block(Worker&);
// The running thread's atomic has changed the word from one value to another. `may_take`: this change may have
// taken a lock.
void atomic_changed(Worker&, const void* address, uint64_t from, uint64_t to, bool may_take, const void* pc);
// The running thread calls a function named by host code, through a table of function pointers or an object.
void plain_function_called(const void* pc);
// Do the words that the running thread accessed between its last two polls differ from those it accessed
// between the preceding two polls? If so, the thread does more than wait.
bool goes_on_between_looks(Worker&);
// The running thread is polling this word until another thread changes it.
// `acquires`: true if the polling loads also order the accesses that follow them.
void waits_for_word(Worker&, const void* address, bool acquires);
void result_used(Worker&, const void* address, unsigned bytes, const void* pc);
enum class FenceScope : uint8_t { block, device, system };
// The next atomic is a compare-and-swap. If the program uses its result, the plain read of the same word just
// before it needs no ordering, because the program notices that the value was stale.
void atomic_compares(Worker&, const void* address, unsigned bytes, bool uses_result);
void fence(Worker&, FenceScope, const void* pc);
// The running thread arrives for its block at the barrier of all blocks (represented by `word`), or leaves that
// barrier.
void grid_barrier(Worker&, const void* word, bool arrives, const void* pc);
// The running thread initialises or uses a barrier that counts messages (simt/async.h).
void message_barrier(Worker&, const void* barrier, bool set_up);
// The running thread has made its writes to shared memory visible to the copy engine.
void published_to_bulk(Worker&);
// The running thread has arrived at a barrier that counts messages, or has waited for one.
void barrier_arrived(Worker&, const void* barrier);
void barrier_waited(Worker&, const void* barrier);
// The running thread requests a bulk copy between shared and global memory: first its contiguous parts, then
// the whole, with the number of bytes in global memory. `barrier` signals the completion of a load; for a
// store, it is nullptr. If `global` is nullptr, the part is filled with zeros.
void bulk_part(Worker&, const void* shared, const void* global, unsigned bytes, const void* barrier,
               const void* pc);
void bulk_copy(Worker&, unsigned bytes, const void* barrier, const void* pc);
// Tensor cores have read these bytes of shared memory for the running thread.
void warpgroup_read(Worker&, const void* from, unsigned bytes, const void* pc);
// The running thread has requested an asynchronous copy into shared memory, or has waited for that copy. If
// `from` is nullptr, the destination is filled with zeros.
void async_copy_begins(Worker&, const void* to, unsigned bytes, const void* pc);
void async_copy_ends(Worker&, const void* to, const void* from, unsigned bytes, const void* pc);
}  // namespace trace

}  // namespace ladder::simt
