// How fences and atomics order accesses, across blocks and within one (PTX ISA, "memory consistency model"). A
// thread that writes, passes a fence and then executes an atomic *releases* everything before the fence: its
// own accesses, and those of others that a barrier or __syncwarp had ordered before it. A thread whose atomic
// reads the same word, and that then passes a fence, *acquires* all that, and passes it on to others through
// barriers. The fence may also belong to another thread, after such a barrier. And an atomic that its own
// thread follows with a fence before such a barrier is released by what comes after the barrier, because fences
// order one another.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "simt/executor.h"
#include "simt/trace/intervals.h"
#include "simt/trace/shadow.h"

namespace simt::trace {

struct Context;

// A lane's last fence in this block.
struct FenceState {
  uint32_t epoch = 0;  // 0: none
  uint32_t clock = 0;
  uint32_t release = 0;   // the release made by this fence once an atomic has used it; 0: none yet
  int32_t snapshot = -1;  // a snapshot of the warp's clocks
};

// What a lane's atomics announce about volatile stores before them, with no fence in between.
struct Announcement {
  uint32_t stores = 0;  // Ordering::volatile_stores at the time; 0: none
  FenceState state;
};
constexpr uint32_t kMostAnnounced =
    4096;  // stores per block; more than that are data, which need no announcement of their own

struct Ordering {
  Intervals block_knows;                          // releases acquired before the last barrier
  std::array<Intervals, kMaxThreads> lane_knows;  // since the last barrier
  std::vector<unsigned> lanes_that_know;
  // Releases met but not yet acquired by a fence: before the last barrier, and since.
  Intervals block_pending;
  std::array<Intervals, kMaxThreads> lane_pending;
  std::vector<unsigned> lanes_with_pending;
  std::array<FenceState, kMaxThreads> device_fence, block_fence;
  std::array<uint32_t, kMaxThreads> fenced_in{};  // the epoch of each lane's last fence
  std::vector<unsigned> lanes_that_fenced;        // in this epoch
  // Releases made by the last fences of all lanes before the last barrier that followed one.
  uint32_t fences_of_device = 0, fences_of_block = 0;
  Intervals bulk_copies;
  std::array<FenceState, kMaxThreads> published_to_bulk;  // per lane: the last time it did so
  uint32_t volatile_stores = 0;                           // by this block, to global memory
  std::array<Announcement, kMaxThreads> announced;
  bool any_published = false;
  bool any_fence = false;
  bool met_unfenced = false;  // read an atomic with no fence before it: for a better message
  std::vector<uintptr_t>
      met;  // words of global memory that this block has read by an atomic: also for a better message
  bool fenced_since_met = false;
  bool waited_unfenced =
      false;  // has polled such a word of global memory, like a thread that waits for another block
};

void ordering_launch_begin();
void ordering_block_begin(Context&);
void ordering_barrier(Context&);
void ordering_warp_sync(Context&, unsigned warp, uint32_t lanes);
void ordering_fence(Context&, bool device);
void ordering_atomic(Context&, uintptr_t address, bool rmw, bool store, AtomicOrder, const void* pc);
// Called after a storing atomic has been observed: it announces nothing that its thread does from now on.
void ordering_after_atomic(Context&, uintptr_t address);

// For a grid barrier: a thread that leaves it learns what was released when all had arrived, not what others
// have done since.
void ordering_grid_barrier(Context&, uintptr_t address, bool arrives);

// Has the lane that wrote this to shared memory made it visible to the copy engine since?
void ordering_published_to_bulk(Context&);
bool is_published_to_bulk(const Context&, const Touch& write);

// A bulk copy, requested by the running lane, is done for whichever thread waits for its barrier.
void ordering_bulk_copy(Context&);
void ordering_bulk_arrival(Context&);

// Does the running lane know that `touch` (by another lane or block, in this launch) happened before? And would
// it know after a fence?
bool ordered_by_release(const Context&, const Touch& touch);
bool only_acquire_missing(const Context&, const Touch& touch);
// Has the running lane met something that the thread of `touch` released before it?
bool met_what_came_before(const Context&, const Touch& touch);
// What another block announced by an atomic after `touch` of `word`, in another word that the running block has
// read since: for the message.
enum class Announced : uint8_t {
  no,
  without_fence,
  fence_before_barrier,  // the fence orders only its own thread's accesses
  without_barrier,       // another thread of that block announced it, with no barrier in between
  before_the_write       // all threads announced it, including the writer, in an earlier line
};
Announced announced(const Context&, const Touch& touch, uintptr_t word);
// Has the thread of `touch` executed a fence of block scope since?
bool fenced_for_block_alone(const Touch& touch);
// Has the running lane passed a fence in this block?
bool has_fenced(const Context&);
// Has any thread of this launch?
bool any_has_fenced();
// Has the running lane met an atomic that followed `touch` without a fence in between?
bool only_fence_missing(const Context&, const Touch& touch);

}  // namespace simt::trace
