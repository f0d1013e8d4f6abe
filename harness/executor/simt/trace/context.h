// The state behind the hooks: of the traced launch, and of the block that this OS thread runs.
// Only one block runs at a time, but several may be begun (a block that waits for another is left in the
// middle), each on an OS thread of its own. Used inside simt/trace.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/executor.h"
#include "simt/observation.h"
#include "simt/shared_memory.h"
#include "simt/trace/barriers.h"
#include "simt/trace/event.h"
#include "simt/trace/locks.h"
#include "simt/trace/observer.h"
#include "simt/trace/ordering.h"
#include "simt/trace/shadow.h"

namespace simt::trace {

using BlockId = uint32_t;  // numbers the traced blocks of this program, from 1

struct AddressRange {
  uintptr_t begin = 0;
  size_t bytes = 0;
  bool holds(uintptr_t address) const { return address - begin < bytes; }
};

// Events of one lane since the last replay. There is room for one more at `end`.
struct LaneEvents {
  Event *begin = nullptr, *next = nullptr, *end = nullptr;
};

// What one lane read or wrote, for an observer (values.h).
using Value = std::array<unsigned char, 16>;
struct StoreToCome {
  uint64_t address;
  uint8_t bytes;  // 0: none
  unsigned lane;
};

// An index that is too large for its array, of an access that comes next: indices.cpp.
struct IndexToCome {
  const void* pc = nullptr;  // nullptr: none
  const void* data = nullptr;
  int64_t index = 0;
  int thread = 0;
};

// Of a word of dynamic shared memory in a kernel that has several names for it.
struct DynamicWord {
  BlockId block = 0;
  uint8_t by = 0,
          lost = 0;  // the name by which it was written last; and by which a value that nobody has read since
  bool read = false;  // since it was written
  uint16_t lane = 0;  // that has written it, and where
  uint32_t pc = 0;
};

struct Context {
  Worker* worker = nullptr;
  uint64_t block_index = 0;
  BlockId block = 0;
  uint32_t epoch = 0;
  bool count = false, check = false;  // TraceOptions, for this block
  bool listens = false;               // an observer does

  AddressRange shared, parameters;
  const uint16_t* shared_array = nullptr;  // per word of `shared`: 1 + index into session.arrays, or 0
  Cell* shared_cells = nullptr;
  std::array<AddressRange, 4> builtins;  // threadIdx, …
  AddressRange around_builtins;
  size_t dynamic_shared = 0, static_shared = 0;  // the latter: of the arrays that the block has used
  std::vector<BlockId> arrays_used;              // as session.arrays: the block that last did

  std::array<LaneEvents, kMaxThreads> events;
  std::vector<LaneEvents> spare_events;      // of warps that were replayed, for others
  std::array<Key, kMaxThreads> call;         // of each lane, see Key
  std::array<uint32_t, kMaxThreads> deeper;  // calls beyond kMaxDepth
  std::array<uint64_t, kMaxThreads> steps;   // events that were replayed
  std::array<uint64_t, kMaxThreads> moved;   // bytes of them, if somebody wants to know
  // clock[a][b]: what lane a knows of the clock of lane b of its warp
  std::array<std::array<uint32_t, kLanes>, kMaxThreads> clock;
  // A hash of the addresses that a lane has come to since it last looked at a word that it may wait for, and what it was
  // between the two looks before.
  std::array<uint64_t, kMaxThreads> since_look, between_looks;
  std::array<uint32_t, kMaxThreads> compared;  // the epoch in which a lane last compared and swapped
  struct Waited {
    uint32_t epoch = 0;
    uintptr_t word = 0;
  };
  std::array<Waited, kMaxThreads> waited{};  // for what each lane last waited
  // The place where a lane last wrote, when, and the last epoch in which it came to one place twice.
  std::array<uint32_t, kMaxThreads> wrote_at, wrote_in, wrote_again_in;
  struct OwnStore {  // a plain one, by one lane
    uintptr_t begin = 0, end = 0;
    uint32_t epoch = 0;
  };
  std::array<std::array<OwnStore, 8>, kMaxThreads> own_stores{};  // the last ones
  std::array<uint8_t, kMaxThreads> own_store{};                   // of each lane, which is the last
  std::array<uintptr_t, kMaxThreads>
      last_atomic;  // the word that a lane last updated by an atomic; 0: none in this block
  // Places that access memory, and the epoch in which this block first came to each: of two that meet later, the one that
  // was come to before is of the next round of a loop. (A few that share an entry are forgotten.)
  struct FirstAt {
    uint32_t pc = 0, epoch = 0;
    BlockId block = 0;
    // In the last epoch in which it was come to: which lane was the first, and when, among all such firsts.
    uint32_t last_epoch = 0, order = 0;
    uint16_t lane = 0;
  };
  uint32_t firsts = 0, first_epoch = 0;  // the latter: of the block
  std::array<FirstAt, 256> first_at;
  static size_t entry_of(uint32_t pc) { return (pc ^ pc >> 8) % 256; }
  const void* barrier_pc = nullptr;  // of the first to arrive in this epoch
  int barrier_thread = -1;
  Ordering ordering;
  Locks locks;
  BlockBarriers barriers;
  bool atomic_of_block = false;  // the atomic that comes next, or is at work: of block scope
  bool atomic_acquires = false;  // the last one
  bool atomic_observes = false;  // the last one: its result counts as used
  bool gives_back = false;       // the volatile store at work: a lock
  // The address of the word on which the lane waits: its last exchange found no value there. 0: it does not wait.
  std::array<uintptr_t, kMaxThreads> blind_exchange{};
  bool in_structure = false;                  // the access is a piece of one
  uint32_t structures = 0;                    // so far
  std::array<AddressRange, 32> recent_reads;  // of the running lane, in this basic block: the last `reads`
  unsigned reads = 0;
  IndexToCome index_to_come;
  std::vector<DynamicWord> dynamic_words;
  AddressRange last_structures[2];           // read or written: what g++ then copies by calling memcpy
  std::vector<AddressRange> bulk_in_flight;  // shared memory that bulk loads will fill
  std::vector<uint32_t> async_copy_sites;    // places in the kernel, as in Touch::pc
  std::vector<uint32_t> bulk_load_sites;     // places in the kernel, as in Touch::pc

  // Empty while nobody listens.
  std::array<std::vector<Value>, kMaxThreads> values;
  std::array<std::vector<uint64_t>, kMaxThreads> orders;  // of each event: its turn among those of all blocks
  StoreToCome to_come{};
};

// The block that this thread runs, while it is observed.
extern constinit thread_local Context* active SIMT_NEAR;

struct SharedRange {
  uintptr_t offset;  // from shared_begin()
  size_t bytes;      // the dynamic one: as much as there can be
  const SharedArray* array;
};

struct Session {
  TraceOptions options;
  Observer* observer = nullptr;

  uintptr_t image = 0;                            // where the executable starts
  std::vector<AddressRange> writable, read_only;  // its data
  AddressRange device;                            // all device memory
  std::vector<SharedRange> arrays;
  std::vector<uint16_t> array_of_word;

  // Of this launch.
  const Launch* launch = nullptr;
  dim3 block_shape;  // of it
  uint64_t total_blocks = 0, sampled_blocks = 0;
  uint32_t first_epoch = 1, next_epoch = 1;
  BlockId next_block = 1;
  uint64_t event_budget = 0;     // of each launch; 0: all
  uint64_t events = 0;           // so far
  uint64_t observed_blocks = 0;  // so far
  uint64_t longest_thread = 0;   // the most events of one
  uint64_t longest_bytes = 0;    // and bytes
  bool across_blocks = false;    // all blocks are observed, so races across them can be seen
  // Some are, and races among those are told if nothing in the launch orders blocks: an unobserved one may hand on an order.
  bool across_observed = false, orders_blocks = false;
  uint32_t stored_back = 0;     // the place that last stored to a word after an atomic of its thread there
  bool thread_stopped = false;  // one of this launch: what it has not written, nobody has
  uint32_t oldest_concurrent = UINT32_MAX;  // the first epoch of launches that nothing orders before this one
  bool concurrent_ranges = false;           // there are copies that nothing orders before it
  std::vector<BlockId> block_of_epoch;      // [epoch - first_epoch]
  BlockId first_block = 1;
  std::vector<uint64_t> index_of_block;  // [block - first_block]
};
extern Session session;

inline BlockId block_of(uint32_t epoch) { return session.block_of_epoch[epoch - session.first_epoch]; }
inline uint64_t block_index_of(uint32_t epoch) {
  return session.index_of_block[block_of(epoch) - session.first_block];
}
inline uint32_t offset_of(const void* pc) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pc) - session.image);
}
inline const void* pc_of(uint32_t offset) { return reinterpret_cast<const void*>(session.image + offset); }

void start_epoch(Context&);

void more_room(Context&, LaneEvents&);
void record_slowly(Context&, unsigned lane, Kind, uint64_t address, unsigned bytes, const void* pc);
inline Event event_of(const Context& c, unsigned lane, Kind kind, uint64_t address, unsigned bytes,
                      const void* pc) {
  return {address, c.call[lane] | (offset_of(pc) & kPcMask), kind, static_cast<uint8_t>(bytes)};
}
inline void record(Context& c, unsigned lane, Kind kind, uint64_t address, unsigned bytes, const void* pc) {
  if (!c.count) return;
  LaneEvents& events = c.events[lane];
  if (events.next == events.end || c.listens) [[unlikely]]
    return record_slowly(c, lane, kind, address, bytes, pc);
  *events.next++ = event_of(c, lane, kind, address, bytes, pc);
}

// One memory access by the running lane, already known to be inside an object. races.cpp
struct MemoryUse {
  bool read, write;
  uint8_t atomic;         // as in Touch
  bool exchange = false;  // what it reads may not be used
};
void check_shared(Context&, uintptr_t address, unsigned bytes, MemoryUse, const void* pc);
// An asynchronous copy to these begins: may somebody still be reading what was there before?
void check_async_copy(Context&, const AddressRange& shared, const void* pc);
// A bulk store will read these: is all that threads have written there shown to the copy engine?
void check_published_to_bulk(Context&, const AddressRange& shared, const void* pc);
void set_initialised(Context&, const AddressRange&, bool);
// Is the volatile read at this place a loop's that waits for another thread?
bool waits_here(const void* pc);
// An access meets one of an earlier launch, or a copy, that nothing orders before this launch: launches.cpp.
void meets_other_launch(const Touch& before, bool before_wrote, uintptr_t address, unsigned bytes,
                        const MemoryUse&, const void* pc);
void meets_ranges(uintptr_t address, unsigned bytes, const MemoryUse&, const void* pc);
void races_launch_begin();
// A thread waits for this word to change: it is how threads tell each other something.
void note_waited_for(Context&, uintptr_t address);
bool is_waited_for(uintptr_t address);
// Does the thread try the atomic at this place again, until it has done what it should?
bool tries_again_here(const void* pc);
// The running lane will compare and swap this word: what it has just read of it races with no atomic.
void forgive_first_look(Context&, uintptr_t address, unsigned bytes);
// The running lane looks at what its last atomic has found in this word: what it does next comes after those that came there
// before. (A lane that only adds learns nothing.)
void note_result_used(Context&, uintptr_t address, unsigned bytes);
// Races of which it was not yet known whether they are some: of stores, which are done now; and of plain reads in front of a
// compare-and-swap, at the end of an epoch.
void report_deferred_stores();
void report_first_looks(Context&);
bool on_own_stack(const Context&, uintptr_t address);  // of the running lane; bounds.cpp
Cell* cell_of(const Context&, uintptr_t address);      // bounds.cpp; nullptr: not memory that threads share
const Cell* known_cell_of_data(
    uintptr_t address);  // of a __device__ variable; nullptr: no kernel has used it
void check_global(Context&, Cell* cells, uintptr_t address, unsigned bytes, MemoryUse, const void* pc);

// An access of any size by the running lane: finds its object, checks, records. bounds.cpp
enum class AccessKind : uint8_t {
  read,
  write,
  atomic,
  atomic_exchange,
  atomic_read,
  atomic_write,
  volatile_read,
  volatile_write
};
void observe(Context&, uintptr_t address, unsigned bytes, AccessKind, const void* pc);
[[noreturn]] void report_index(Context&);  // Context::index_to_come
// A structure is moved in pieces of its alignment, as nvcc does it.
void observe_structure(Context&, uintptr_t address, size_t bytes, AccessKind, const void* pc);
// Part of a structure passed by value, unless it has just been seen.
void observe_argument(Context&, uintptr_t address, size_t bytes, const void* pc);
// A structure, where the result of a call is stored.
void observe_result(Context&, uintptr_t address, size_t bytes, const void* pc);
void observe_bulk_copy(Context&, uintptr_t shared, uintptr_t global, unsigned bytes, bool into_shared,
                       const void* pc);
void observe_bulk_arrival(Context&);

}  // namespace simt::trace
