// How fences and atomics order accesses, across blocks and within a block (PTX ISA, "memory consistency
// model"). A thread that writes, executes a fence and then executes an atomic *releases* everything before the
// fence: its own accesses, and those of other threads that a barrier or __syncwarp had ordered before it. A
// thread whose atomic reads the same word, and that then executes a fence, *acquires* all these accesses, and
// passes them on to other threads through barriers. The fence may also belong to another thread, if it follows
// such a barrier. If a thread executes an atomic and then a fence before such a barrier, the operations after
// the barrier release the atomic too, because fences order one another.
#pragma once
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/executor.h"
#include "simt/trace/intervals.h"
#include "simt/trace/shadow.h"

namespace ladder::simt::trace {

struct Context;

// A lane's last fence in this block.
struct FenceState {
  uint32_t epoch = 0;  // 0: none
  uint32_t clock = 0;
  uint32_t release = 0;   // the release made by this fence, once an atomic uses it; 0: none yet
  int32_t snapshot = -1;  // a snapshot of the warp's clocks
};

// The announcements that a lane's atomics make about the volatile stores before them, with no fence in between.
struct Announcement {
  uint32_t stores = 0;  // Ordering::volatile_stores at that time; 0: none
  FenceState state;
};
constexpr uint32_t kMostAnnounced =
    4096;  // stores per block; more stores than this are data, which are not announced separately

// The releases that threads made when they arrived at an mbarrier, in its current phase and in the completed
// phases. A thread that waits acquires only the releases of the completed phases, because a later arrival
// orders nothing.
struct Arrivals {
  Intervals current, complete;
  unsigned phase = 0;
};

struct Ordering {
  Intervals block_knows;                          // releases acquired before the last barrier
  std::array<Intervals, kMaxThreads> lane_knows;  // releases acquired since the last barrier
  std::vector<unsigned> lanes_that_know;
  // Releases encountered but not yet acquired by a fence: before the last barrier, and since.
  Intervals block_pending;
  std::array<Intervals, kMaxThreads> lane_pending;
  std::vector<unsigned> lanes_with_pending;
  std::array<FenceState, kMaxThreads> device_fence, block_fence;
  std::array<uint32_t, kMaxThreads> fenced_in{};  // the epoch of each lane's last fence
  std::vector<unsigned> lanes_that_fenced;        // the lanes that have executed a fence in this epoch
  // The releases made by the last fences of all lanes before the most recent barrier that followed a fence.
  uint32_t fences_of_device = 0, fences_of_block = 0;
  std::unordered_map<uintptr_t, Arrivals> arrivals;       // at each mbarrier
  std::array<FenceState, kMaxThreads> published_to_bulk;  // of each lane: see is_published_to_bulk()
  uint32_t volatile_stores = 0;                           // this block's volatile stores to global memory
  std::array<Announcement, kMaxThreads> announced;
  bool any_published = false;
  bool any_fence = false;
  bool met_unfenced =
      false;  // has read the result of an atomic without a fence before it: for a better message
  std::vector<uintptr_t>
      met;  // words of global memory that this block has read with an atomic: also for a better message
  bool fenced_since_met = false;
  bool waited_unfenced =
      false;  // has polled an atomic without a fence in global memory, like a thread that waits for another block
};

enum class Scope : uint8_t { announced, block, device };  // announced: by an atomic without a fence

struct Release {
  uint32_t epoch;
  // For kManyLanes, the fences are those in many_fences from this index up to the one with epoch 0.
  uint32_t clock;
  int32_t snapshot;
  uint16_t lane;
  Scope scope;
  uint32_t relayed = 0;  // for a release of block scope: the device-scope release with the same contents
};

struct LaneFence {
  uint32_t epoch = 0, clock = 0;
  int32_t snapshot = -1;
  unsigned lane = 0;
};

struct Announcer {  // an atomic that may announce data
  uint32_t epoch, clock;
  uint16_t lane;
  uint32_t fenced;  // the epoch of its thread's last fence
  uint32_t pc;
};
struct Published {  // the state of one word
  Intervals releases;
  // For a grid barrier: the number of blocks that have arrived, and the releases up to the last time that all
  // blocks had arrived.
  uint64_t arrived = 0;
  Intervals of_all;
  bool unfenced = false;
  std::vector<Announcer> by;
};

using Snapshot = std::array<uint32_t, kLanes>;

// The releases of a launch.
struct Releases {
  std::vector<Release> all = {{}};              // number 0 is unused
  std::vector<std::vector<uint32_t>> of_block;  // indexed by block - session.first_block
  std::vector<Snapshot> snapshots;
  std::vector<LaneFence> many_fences;
  std::unordered_map<uintptr_t, Published> published;
  size_t announcers = 0;
  bool any_fence = false;
};

void ordering_launch_begin();
void ordering_block_begin(Context&);
void ordering_barrier(Context&);
void ordering_warp_sync(Context&, unsigned warp, uint32_t lanes);
void ordering_fence(Context&, bool device);
void ordering_atomic(Context&, uintptr_t address, bool rmw, bool store, AtomicOrder, const void* pc);
// Called after a storing atomic has been observed. The atomic announces nothing that its thread does later.
void ordering_after_atomic(Context&, uintptr_t address);

// For a grid barrier: a thread that leaves it acquires everything that had been released when all blocks had
// arrived, but nothing that others have released since.
void ordering_grid_barrier(Context&, uintptr_t address, bool arrives);

// The running lane makes its writes to shared memory visible to the copy engine. The second function answers
// whether the lane that made this write has done so since.
void ordering_published_to_bulk(Context&);
bool is_published_to_bulk(const Context&, const Touch& write);

// The running lane's actions, including the bulk copies that it has requested, come before those of any thread
// that later waits for this barrier.
void ordering_arrive(Context&, uintptr_t barrier);
void ordering_wait(Context&, uintptr_t barrier);

// Does the running lane know that `touch` (by another lane or block, in this launch) happened earlier? The
// second function answers whether the lane would know this if it executed a fence now.
bool ordered_by_release(const Context&, const Touch& touch);
bool only_acquire_missing(const Context&, const Touch& touch);
// Has the running lane encountered a release by the thread of `touch` that came before `touch`?
bool met_what_came_before(const Context&, const Touch& touch);
// How the block of `touch`, which is an access to `word`, has announced this access: with an atomic on another
// word that the running block has read since. Used for the message.
enum class Announced : uint8_t {
  no,
  without_fence,
  fence_before_barrier,  // the fence orders only its own thread's accesses
  without_barrier,       // another thread of that block announced it, with no barrier in between
  before_the_write       // every thread, including the writer, announced it on a line before the write
};
Announced announced(const Context&, const Touch& touch, uintptr_t word);
// Has the thread of `touch` executed a fence of block scope since?
bool fenced_for_block_alone(const Touch& touch);
// Has the running lane executed a fence in this block?
bool has_fenced(const Context&);
// Has any thread of this launch executed a fence?
bool any_has_fenced();
// Has the running lane encountered an atomic that followed `touch` without a fence in between?
bool only_fence_missing(const Context&, const Touch& touch);

}  // namespace ladder::simt::trace
