// Locks that threads build from atomics. A thread takes a lock with a compare-and-swap or an exchange that
// changes the word, and releases it when the word has its old value again. In between, the thread needs a
// fence before it accesses the data that the lock guards, and the fence's scope must include all threads that
// take the lock (Kamath et al., "ScoRD: A Scoped Race Detector for GPUs", ISCA 2020). This rule is checked
// for each pair of critical sections, whichever came first in this run.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "simt/executor.h"

namespace ladder::simt::trace {

struct Context;
struct MemoryUse;

enum class Fenced : uint8_t { no, for_block, for_device };

constexpr size_t kMostHeld = 4;  // the largest number of locks per thread at one time

struct GuardedUse {  // an access to data inside a critical section
  uintptr_t word, address;
  const void* pc;
  uint32_t epoch;
  bool write;
  uint8_t bytes;
  Fenced fenced;  // the widest fence since the lock was taken
  struct Under {
    uintptr_t lock = 0;
    Fenced fenced = Fenced::no;
  };
  std::array<Under, kMostHeld> under;  // all locks that the thread holds
};

struct HeldLock {
  uintptr_t word;
  uint64_t before;  // the word's value while the lock is free
  bool in_a_loop;   // if it was not taken in a loop, the word is a lock only if a thread has waited for it
  Fenced fenced = Fenced::no;
  std::vector<GuardedUse> uses = {};
};

struct Locks {
  unsigned held = 0;  // the number of locks held by all lanes together
  std::array<std::vector<HeldLock>, kMaxThreads> of_lane;
};

struct Section {  // a finished critical section
  uintptr_t lock;
  uint64_t block_index;
  uint32_t block;  // its BlockId
  unsigned lane;
  GuardedUse use;
};

// The finished critical sections of a launch.
struct Sections {
  std::unordered_map<uintptr_t, std::vector<Section>> guarded;  // the key is the guarded word
  std::unordered_set<uintptr_t> given_back_plainly;             // locks released by plain stores
};

void locks_launch_begin();
void locks_forget(Context&);  // called at a barrier, and at the start of a block
void locks_changed(Context&, uintptr_t word, uint64_t from, uint64_t to, bool may_take, const void* pc);
void locks_stored(Context&, uintptr_t word);  // a volatile store has released the lock
void locks_fence(Context&, Fenced);
void locks_access(Context&, uintptr_t address, unsigned bytes, MemoryUse, const void* pc);
bool is_given_back_plainly(uintptr_t word);       // is the lock released with a plain store?
bool holds_lock(const Context&, uintptr_t word);  // is this lock held by the running lane? 0: any lock
// Has this thread accessed the word in a critical section that has ended?
bool has_guarded(uintptr_t word, uint32_t block, unsigned lane);
// The locks under which this thread and then the running lane access the word, if no lock is common to both.
std::optional<std::pair<uintptr_t, uintptr_t>> different_locks(const Context&, uintptr_t word, uint32_t block,
                                                               unsigned lane);

}  // namespace ladder::simt::trace
