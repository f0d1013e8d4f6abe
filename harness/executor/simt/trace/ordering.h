// What a fence and an atomic order, across blocks and within one (PTX ISA, "memory consistency model"). A
// thread that writes, passes a fence and then does an atomic *releases* what came before the fence: its own
// accesses, and those of others that a barrier or __syncwarp had ordered before it. A thread whose atomic
// meets the same word, and that then passes a fence, *acquires* that, and hands it on to others through
// barriers. The fence may also be another thread's, behind such a barrier. And an atomic that its own thread has
// passed a fence after, before such a barrier, is released by what comes behind it: fences order one another.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "simt/executor.h"
#include "simt/trace/intervals.h"
#include "simt/trace/shadow.h"

namespace simt::trace {

struct Context;

// The last fence of a lane in this block.
struct FenceState {
  uint32_t epoch = 0;  // 0: none
  uint32_t clock = 0;
  uint32_t release = 0;   // the release that this fence made, when an atomic has used it; 0: none yet
  int32_t snapshot = -1;  // of the warp's clocks
};

// What a lane's atomics tell of volatile stores before them, with no fence between.
struct Announcement {
  uint32_t stores = 0;  // Ordering::volatile_stores when it was made; 0: none
  FenceState state;
};
constexpr uint32_t kMostAnnounced =
    4096;  // stores of a block; more are data, and need no announcement of their own

struct Ordering {
  Intervals block_knows;                          // releases acquired before the last barrier
  std::array<Intervals, kMaxThreads> lane_knows;  // since
  std::vector<unsigned> lanes_that_know;
  // Releases met, until a fence acquires them: before the last barrier, and since.
  Intervals block_pending;
  std::array<Intervals, kMaxThreads> lane_pending;
  std::vector<unsigned> lanes_with_pending;
  std::array<FenceState, kMaxThreads> device_fence, block_fence;
  std::array<uint32_t, kMaxThreads> fenced_in{};  // the epoch of each lane's last fence
  std::vector<unsigned> lanes_that_fenced;        // in this epoch
  // Releases: the last fences of all lanes before the last barrier that came behind one.
  uint32_t fences_of_device = 0, fences_of_block = 0;
  Intervals bulk_copies;
  std::array<FenceState, kMaxThreads> published_to_bulk;  // the last time that each lane did so
  uint32_t volatile_stores = 0;                           // of this block, to global memory
  std::array<Announcement, kMaxThreads> announced;
  bool any_published = false;
  bool any_fence = false;
  bool met_unfenced = false;  // acquired from an atomic with no fence before it: for a better message
  std::vector<uintptr_t>
      met;  // words of global memory that this block has read by an atomic: for a better message, too
  bool fenced_since_met = false;
  bool waited_unfenced =
      false;  // has looked at such a word of global memory, as who waits for another block does
};

void ordering_launch_begin();
void ordering_block_begin(Context&);
void ordering_barrier(Context&);
void ordering_warp_sync(Context&, unsigned warp, uint32_t lanes);
void ordering_fence(Context&, bool device);
void ordering_atomic(Context&, uintptr_t address, bool rmw, bool store, AtomicOrder, const void* pc);
// Behind one that stores, when it is observed: what its thread does from now on is not announced by it.
void ordering_after_atomic(Context&, uintptr_t address);

// Of a barrier of the grid: who goes on learns what was released when all had come, and not what others have done since.
void ordering_grid_barrier(Context&, uintptr_t address, bool arrives);

// Has the lane that wrote this to shared memory shown it to the copy engine since?
void ordering_published_to_bulk(Context&);
bool is_published_to_bulk(const Context&, const Touch& write);

// A bulk copy, asked for by the running lane, is done for whoever waits for its barrier.
void ordering_bulk_copy(Context&);
void ordering_bulk_arrival(Context&);

// Does the running lane know that `touch` (of another lane or block, this launch) happened before? And would
// it, had it passed a fence?
bool ordered_by_release(const Context&, const Touch& touch);
bool only_acquire_missing(const Context&, const Touch& touch);
// Has the running lane met something that the thread of `touch` released before it?
bool met_what_came_before(const Context&, const Touch& touch);
// What another block did by an atomic after `touch` of `word`, in another word that the running block has read since: for
// the message.
enum class Announced : uint8_t {
  no,
  without_fence,
  fence_before_barrier,  // it orders its own thread's accesses alone
  without_barrier,       // by another thread of that block, with no barrier between the two
  before_the_write       // by all of them, the writer among them, in a line that comes before
};
Announced announced(const Context&, const Touch& touch, uintptr_t word);
// Has the thread of `touch` passed a fence of its block alone since?
bool fenced_for_block_alone(const Touch& touch);
// Has the running lane passed a fence in this block?
bool has_fenced(const Context&);
// Has any thread of this launch?
bool any_has_fenced();
// Has the running lane met an atomic that came after `touch` with no fence between?
bool only_fence_missing(const Context&, const Touch& touch);

}  // namespace simt::trace
