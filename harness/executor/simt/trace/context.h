// The state used by the hooks: that of the traced launch, and that of the block that this OS thread runs. Only
// one block runs at a time, but several may have started, each on its own OS thread (a block that waits for
// another is suspended). Used inside simt/trace.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/executor.h"
#include "simt/observation.h"
#include "simt/shared_memory.h"
#include "simt/trace/barriers.h"
#include "simt/trace/event.h"
#include "simt/trace/launches.h"
#include "simt/trace/locks.h"
#include "simt/trace/observer.h"
#include "simt/trace/ordering.h"
#include "simt/trace/races.h"
#include "simt/trace/schedule.h"
#include "simt/trace/shadow.h"
#include "simt/trace/share.h"

namespace ladder::simt::trace {

using BlockId = uint32_t;  // this program's traced blocks are numbered from 1

struct AddressRange {
  uintptr_t begin = 0;
  size_t bytes = 0;
  bool holds(uintptr_t address) const { return address - begin < bytes; }
};

// Shared memory that a bulk load will write, and the barrier that signals the completion of the load.
struct InFlight {
  AddressRange range;
  uintptr_t barrier;
};

// One lane's events since the last replay. `end` always leaves room for one more event.
struct LaneEvents {
  Event *begin = nullptr, *next = nullptr, *end = nullptr;
};

// A value that one lane read or wrote, for an observer (values.h).
using Value = std::array<unsigned char, 16>;
struct StoreToCome {
  uint64_t address;
  uint8_t bytes;  // 0: none
  unsigned lane;
};

// An index that is too large for its array, used by the access that follows: indices.cpp.
struct IndexToCome {
  const void* pc = nullptr;  // nullptr: none
  // The same address, unless the array may be a row of a larger array. In that case, only the access shows
  // whether the index is wrong.
  const void* certain = nullptr;
  const void* data = nullptr;
  int64_t index = 0;
  int thread = 0;
  uint64_t row = 0;  // the number of elements, if the array may be a row; otherwise 0
};

// The state of a word of dynamic shared memory in a kernel that has several names for this memory.
struct DynamicWord {
  BlockId block = 0;
  // The name through which the word was last written, and the name of a value overwritten before it was
  // read.
  uint8_t by = 0, lost = 0;
  bool read = false;  // true if it was read since the last write
  uint16_t lane = 0;  // lane and place of the last write
  uint32_t pc = 0;
};

struct Context {
  Worker* worker = nullptr;
  uint64_t block_index = 0;
  BlockId block = 0;
  uint32_t epoch = 0;
  bool count = false, check = false;  // what TraceOptions request for this block
  bool listens = false;               // there is an observer

  AddressRange shared, parameters;
  const uint16_t* shared_array = nullptr;  // per word of `shared`: 1 + index into session.arrays, or 0
  Cell* shared_cells = nullptr;
  std::array<AddressRange, 4> builtins;  // threadIdx and similar variables
  AddressRange around_builtins;
  size_t dynamic_shared = 0, static_shared = 0;  // static_shared: of the arrays used by the block
  std::vector<BlockId> arrays_used;              // indexed like session.arrays: the last block that used each

  std::array<LaneEvents, kMaxThreads> events;
  std::vector<LaneEvents> spare_events;      // buffers of replayed warps, for reuse
  std::array<Key, kMaxThreads> call;         // for each lane; see Key
  std::array<uint32_t, kMaxThreads> deeper;  // calls nested more deeply than kMaxDepth
  std::array<uint64_t, kMaxThreads> steps;   // events already replayed
  std::array<uint64_t, kMaxThreads> moved;   // bytes moved by the accesses, if requested
  // clock[a][b]: what lane a knows about the clock of lane b in the same warp
  std::array<std::array<uint32_t, kLanes>, kMaxThreads> clock;
  // A hash of the addresses that a lane has accessed since it last polled a word that it may be waiting for,
  // and the value of this hash between the two preceding polls.
  std::array<uint64_t, kMaxThreads> since_look, between_looks;
  struct Compared {  // a lane's last compare-and-swap
    uint32_t epoch = 0;
    uintptr_t at = 0;
  };
  std::array<Compared, kMaxThreads> compared;
  struct Waited {
    uint32_t epoch = 0;
    uintptr_t word = 0;
    bool acquires = false;  // with an atomic that orders the accesses after it
  };
  std::array<Waited, kMaxThreads> waited{};  // the word that each lane last waited for
  // The place and epoch of a lane's last write, and the last epoch in which the lane reached the same place
  // twice.
  std::array<uint32_t, kMaxThreads> wrote_at, wrote_in, wrote_again_in;
  // The first places at which a lane has accessed shared memory, or written global memory, in an epoch, and
  // those that it has reached again.
  struct Visits {
    uint32_t epoch = 0;
    uint8_t count = 0, again = 0;
    std::array<uint32_t, 8> places{};
    void note(uint32_t now, uint32_t place) {
      if (epoch != now) epoch = now, count = again = 0;
      for (unsigned i = 0; i < count; ++i)
        if (places[i] == place) return void(again |= static_cast<uint8_t>(1u << i));
      if (count < places.size()) places[count++] = place;
    }
    bool has(uint32_t now, uint32_t place) const {
      return epoch == now &&
             std::find(places.begin(), places.begin() + count, place) != places.begin() + count;
    }
    bool has_in_order(uint32_t now, uint32_t first, uint32_t second) const {
      const auto end = places.begin() + count;
      return epoch == now && std::find(std::find(places.begin(), end, first), end, second) != end;
    }
    bool came_again(uint32_t now, uint32_t place) const {  // also true if there were too many places
      for (unsigned i = 0; i < count; ++i)
        if (epoch == now && places[i] == place) return again >> i & 1;
      return epoch == now && count == places.size();
    }
  };
  std::array<Visits, kMaxThreads> visits{};
  struct Look {  // a plain read by one lane
    uintptr_t word = 0;
    uint32_t place = 0, epoch = 0;
  };
  std::array<std::array<Look, 4>, kMaxThreads> looks{};  // the lane's most recent plain reads
  std::array<uint8_t, kMaxThreads> last_look{};
  // Words of shared memory whose first value in this block was set by an atomic that ignores the previous
  // value.
  std::unordered_map<uintptr_t, Touch> set_by_atomic;
  bool read_early = false;  // some shared memory was read before it was written
  struct OwnStore {         // a plain store by one lane
    uintptr_t begin = 0, end = 0;
    uint32_t epoch = 0;
  };
  std::array<std::array<OwnStore, 8>, kMaxThreads> own_stores{};  // the lane's most recent stores
  std::array<uint8_t, kMaxThreads> own_store{};  // per lane: the index of its most recent store
  std::array<uintptr_t, kMaxThreads>
      last_atomic;  // the word that a lane last updated with an atomic; 0: none in this block
  // Places that access memory, and the epoch in which this block first reached each: if two places later race,
  // the place reached earlier belongs to the next loop iteration.
  struct FirstAt {
    uint32_t pc = 0, epoch = 0;
    BlockId block = 0;
    // In the last epoch in which the place was reached: the first lane there, and its rank among first lanes.
    uint32_t last_epoch = 0, order = 0;
    uint16_t lane = 0;
  };
  uint32_t firsts = 0, first_epoch = 0;  // first_epoch: the block's first epoch
  std::array<FirstAt, 1024> first_at;
  // The entry of this place, or the one that it may take. A block fills entries in the order of probing, so an
  // entry of an earlier block ends the search. (A block with hundreds of such places may forget some.)
  FirstAt& entry_of(uint32_t pc) {
    constexpr size_t kProbes = 8;
    const size_t begin = pc * 0x9e3779b1u >> 22;
    for (size_t i = 0; i < kProbes; ++i)
      if (FirstAt& f = first_at[(begin + i) % first_at.size()]; f.pc == pc || f.block != block) return f;
    return first_at[begin];
  }
  const void* barrier_pc = nullptr;  // the first barrier reached in this epoch
  int barrier_thread = -1;
  Ordering ordering;
  Locks locks;
  BlockBarriers barriers;
  bool atomic_of_block = false;  // the next or current atomic has block scope
  bool atomic_acquires = false;  // the last atomic acquires
  bool atomic_observes = false;  // the kernel uses the last atomic's result
  bool gives_back = false;       // the current volatile store releases a lock
  // The address of the word that the lane waits for, because its last exchange found no value there. 0: it is
  // not waiting.
  std::array<uintptr_t, kMaxThreads> blind_exchange{};
  bool in_structure = false;                  // the access is a piece of a structure
  bool may_be_hole = false;                   // it may be padding in a structure whose type is not known
  uint32_t structures = 0;                    // the number of structures so far
  std::array<AddressRange, 32> recent_reads;  // the running lane's last `reads` in this basic block
  unsigned reads = 0;
  // Has the running lane read this address in the current basic block?
  bool has_just_read(uintptr_t address) const {
    return std::any_of(recent_reads.begin(),
                       recent_reads.begin() + std::min<size_t>(reads, recent_reads.size()),
                       [&](const AddressRange& read) { return read.holds(address); });
  }
  IndexToCome index_to_come;
  std::vector<DynamicWord> dynamic_words;
  AddressRange last_structures[2];  // structures just read or written, which g++ may then copy with memcpy
  std::vector<InFlight> bulk_in_flight;
  std::vector<uint32_t> async_copy_sites;  // addresses in the kernel, as in Touch::pc
  std::vector<uint32_t> bulk_load_sites;   // addresses in the kernel, as in Touch::pc

  // Empty if there is no observer.
  std::array<std::vector<Value>, kMaxThreads> values;
  // The position of each event among the events of all blocks.
  std::array<std::vector<uint64_t>, kMaxThreads> orders;
  StoreToCome to_come{};
};

// The context of the block that this thread runs, if the block is observed.
extern constinit thread_local Context* active SIMT_NEAR;

struct SharedRange {
  uintptr_t offset;  // relative to shared_begin()
  size_t bytes;      // the size; for the dynamic array, the largest size
  const SharedArray* array;
};

struct Session {
  TraceOptions options;
  Observer* observer = nullptr;

  uintptr_t image = 0;                            // start of the executable
  std::vector<AddressRange> writable, read_only;  // the executable's data
  AddressRange device;                            // all device memory
  std::vector<SharedRange> arrays;
  std::vector<uint16_t> array_of_word;

  // State of this launch.
  const Launch* launch = nullptr;
  dim3 block_shape;  // the shape of its blocks
  uint64_t total_blocks = 0, sampled_blocks = 0;
  uint32_t first_epoch = 1, next_epoch = 1;
  BlockId next_block = 1;
  uint64_t event_budget = 0;     // the number of events per launch; 0: all
  uint64_t events = 0;           // the number of events so far
  uint64_t observed_blocks = 0;  // the number of observed blocks so far
  uint64_t longest_thread = 0;   // the largest number of events of any thread
  uint64_t longest_bytes = 0;    // the largest number of bytes of any thread
  bool across_blocks = false;    // all blocks are observed, so races across blocks can be detected
  // Some blocks are observed, and races among them are reported if nothing in the launch orders blocks, because
  // otherwise an unobserved block may pass ordering on.
  bool across_observed = false, orders_blocks = false;
  uint32_t stored_back = 0;     // the place that last stored to a word after its thread's atomic on it
  bool thread_stopped = false;  // a thread was stopped: words that it would have written stay unwritten
  // The first epoch of the launches that are not ordered before this one.
  uint32_t oldest_concurrent = UINT32_MAX;
  bool concurrent_ranges = false;       // some copies are not ordered before this launch
  std::vector<BlockId> block_of_epoch;  // indexed by epoch - first_epoch
  BlockId first_block = 1;
  std::vector<uint64_t> index_of_block;  // indexed by block - first_block

  // The data that each detector remembers.
  Races races;
  Releases releases;
  Sections sections;
  JobBarriers job_barriers;
  Schedule schedule;
  Concurrent beside;                // operations that are not ordered before this launch
  std::vector<Met> met;             // conflicts with these operations
  Share share;                      // of all launches since it was last taken
  uint32_t narrow_block = 0;        // like Observation::narrow, for all launches since it was last taken
  uint32_t largest_block = 0;       // the same for Observation::threads
  uint64_t most_threads = 0;        // in a launch since then
  std::optional<Observation> kept;  // what another process observed, until it is taken
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

// Records that an access conflicts with an access by an earlier launch, or with a copy, that is not ordered
// before this launch (launches.cpp).
void meets_other_launch(const Touch& before, bool before_wrote, uintptr_t address, unsigned bytes,
                        const MemoryUse&, const void* pc);
void meets_ranges(uintptr_t address, unsigned bytes, const MemoryUse&, const void* pc);
bool on_own_stack(const Context&,
                  uintptr_t address);              // is the address on the running lane's stack? (bounds.cpp)
Cell* cell_of(const Context&, uintptr_t address);  // bounds.cpp; nullptr: memory that is not shared
const Cell* known_cell_of_data(
    uintptr_t address);  // for a __device__ variable; nullptr: no kernel has used it
// Observes an access of any size by the running lane: finds the object, checks the access and records it
// (bounds.cpp).
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
[[noreturn]] void report_index(Context&);  // reports Context::index_to_come
[[noreturn]] void report_index_in_row(Context&, const std::string& array);
// Observes an access to a structure, which moves in pieces as large as its alignment, as in nvcc's code.
void observe_structure(Context&, uintptr_t address, size_t bytes, AccessKind, const void* pc);
// Observes a read of part of a structure passed by value, unless that read has just been reported.
void observe_argument(Context&, uintptr_t address, size_t bytes, const void* pc);
// Observes a store of a structure that a function returns in memory.
void observe_result(Context&, uintptr_t address, size_t bytes, const void* pc);
// Observes a contiguous part of a bulk copy. If `global` is 0, the copy stores zeros.
void observe_bulk_part(Context&, uintptr_t shared, uintptr_t global, unsigned bytes, bool into_shared,
                       uintptr_t barrier, const void* pc);
void observe_bulk_arrival(Context&, uintptr_t barrier);

}  // namespace ladder::simt::trace
