// Finds unordered pairs of accesses to the same bytes, at least one of them a write; and reads of shared memory
// that the block has not written. Used inside simt/trace.
#pragma once
#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/trace/shadow.h"

namespace ladder::simt::trace {

struct AddressRange;
struct Context;

// One memory access by the running lane, already known to be inside an object. See races.cpp.
struct MemoryUse {
  bool read, write;
  uint8_t atomic;         // see Touch
  bool exchange = false;  // the result may be unused
};

struct Race {
  uintptr_t word, address;  // the place of the conflict; the start of the later access
  unsigned bytes;           // the size of the later access
  bool shared;
  MemoryUse now;
  const void* pc;
  Touch before;
  bool before_wrote;
  unsigned lane;  // lane of the later access
  // The thread that wrote had read the word before, at the place of the other thread's read.
  bool after_look = false;
  // The later access is a volatile write of a value that the thread has computed from the word: where it read it.
  const void* changed = nullptr;
  bool unused_swap = false;  // the reader then executed a compare-and-swap, and did not use its result
};

struct FirstLook {
  Context* context;
  Race race;
  bool compared = false;  // a compare-and-swap has followed, whose result has not been used so far
};

struct DeferredStore {
  Race race{};
  std::array<unsigned char, 16> value{};  // the value before the store
};
struct DeferredStores {
  Context* context = nullptr;
  uint32_t structure = 0;  // Context::structures
  std::vector<DeferredStore> all;
};

// The data that the race detector keeps for a launch.
struct Races {
  // Plain reads that conflict with another thread's atomic. Each read is kept until the reader's next
  // barrier, whatever happens in the meantime, because it is not known until then whether a compare-and-swap
  // by the same thread follows.
  std::vector<FirstLook> first_looks;
  // Stores that conflict with another thread's access, remembered until they have happened: did they change
  // anything? The stores are grouped by access, because a structure is stored in pieces.
  DeferredStores stored;
  std::unordered_set<uintptr_t> waited_for;  // words that threads in this launch wait for
  // The earlier writes that Cell::write hides but that a later access may still race with, oldest first, for a
  // word that several threads have written with atomics or in parts. A plain store hides nothing: an access
  // ordered after it is also ordered after the writes before it, or else it races with that store. But atomics
  // are not ordered among themselves: a store before them, and each of the atomics, may race with a later
  // access.
  std::unordered_map<const Cell*, std::vector<Touch>> hidden;
};

void check_shared(Context&, uintptr_t address, unsigned bytes, MemoryUse, const void* pc);
// An asynchronous copy to this range begins: may another thread still be reading the old contents?
void check_async_copy(Context&, const AddressRange& shared, const void* pc);
// A bulk store will read this range: has everything that threads wrote to the range been made visible to the
// copy engine?
void check_published_to_bulk(Context&, const AddressRange& shared, const void* pc);
void set_initialised(Context&, const AddressRange&, bool);
// Does the volatile read at this place belong to a loop that waits for another thread?
bool waits_here(const void* pc);
void check_global(Context&, Cell* cells, uintptr_t address, unsigned bytes, MemoryUse, const void* pc);
void races_launch_begin();
// A thread waits for this word to change, so the word is used for communication between threads.
void note_waited_for(Context&, uintptr_t address, bool acquires = false);
// The running thread is about to update a shared word atomically: was the word only set, by an atomic of
// another thread that is not ordered before this one? (Both accesses are atomics, but the update may come
// first.)
void check_initial_value(Context&, uintptr_t address, unsigned bytes, const void* pc);
bool is_waited_for(uintptr_t address);
// Does the thread retry the atomic at this place until it succeeds?
bool tries_again_here(const void* pc);
// The running lane will compare-and-swap this word: if it uses the result, its preceding read of the word
// does not race with atomics.
void compare_first_look(Context&, uintptr_t address, unsigned bytes);
void forgive_first_look(Context&, uintptr_t address);
// The running lane uses the value that its last atomic found in this word: its next actions are ordered after
// those of the threads that updated the word earlier. (A lane that only adds learns nothing.)
void note_result_used(Context&, uintptr_t address, unsigned bytes);
// Judges possible races: those of stores, which have happened by now, and, at the end of an epoch, those
// of plain reads before a compare-and-swap.
void report_deferred_stores();
void report_first_looks(Context&);

}  // namespace ladder::simt::trace
