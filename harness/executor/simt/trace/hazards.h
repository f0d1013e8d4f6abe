// Collects hazards while kernels run. Each distinct (kind, place, place) is stored once and then counted; its
// lines are looked up when observations are taken. Used inside simt/trace.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "simt/executor.h"
#include "simt/observation.h"
#include "simt/trace/context.h"

namespace ladder::simt {
struct Fiber;
}

namespace ladder::simt::trace {

// Two pointers among a launch's parameters that refer to the same array and are used for the two accesses of a
// race.
struct SharedParameters {
  std::string one, two;  // "now", "a.data"; by site; empty: none
  int64_t apart = 0;     // the distance in bytes from where `one` points to where `two` points
};

struct RawHazard {
  HazardKind kind;
  const char* space;
  Site site[2];
  ThreadId thread[2];
  Object object;
  findings::Evidence evidence, on_one_line;  // the second is used if both sites are on the same line
  uint64_t count = 1;
  int priority =
      0;  // of two findings with the same cause, the one with the higher priority is more informative
  bool fence_missing = false, across_warps = false, across_blocks = false;  // for a race
  // For a race within one block that a barrier would fix: the access (by site) that the program reaches first
  // between two barriers; -1 if unknown.
  enum class Barrier : uint8_t { none, between, next_round } barrier = Barrier::none;
  int first = -1;
  int seen_first = -1;           // the first access that any thread has reached since the last barrier
  uint32_t come_to[2] = {0, 0};  // barriers that the block had passed when it first reached each place
  // The lines between which the barrier belongs. If only one of the two accesses is in a called function, the
  // line of the call is used for this access.
  int line[2] = {0, 0};
  SharedParameters parameters;
  bool of_observed_blocks = false;  // an unobserved block may order the two accesses: not yet decided

  // For reads of uninitialised memory: the first byte of each that has not been written since then (for shared
  // memory, with its block), the thread that read it, and the epoch and the clock of that thread.
  using Byte = std::pair<uint64_t, uintptr_t>;
  struct Reader {
    Site site;
    uint32_t epoch, clock;
  };
  std::map<Byte, Reader> unwritten;
  Byte told{};         // the byte that the message names
  unsigned bytes = 0;  // the size of the access
  unsigned into = 0;   // for a race: the byte of the access at which the two meet
  Site writer;         // the first write to one of these bytes, unordered with its read
};
// Returns the hazards found since the last call, in order of discovery, and discards them.
std::vector<RawHazard> take_hazards();
bool take_incomplete();
void mark_incomplete();  // a block did too much to be counted completely

struct BadAccess {
  uintptr_t address;
  unsigned bytes;
  Site site;
};
// Returns false if the access must not happen, because it would damage other memory. `meant`: the array named
// in the source; nullptr: the nearest array.
bool report_bad_shared(Context&, const BadAccess&, const SharedRange* meant = nullptr);
// A block uses more shared memory than a GPU provides: in static arrays or, if the last argument is not 0, in
// these and the dynamic array together.
void report_too_much_shared(const BadAccess&, const std::string& array, size_t static_bytes,
                            size_t dynamic_bytes);
void report_bad_global(Context&, const BadAccess&);
void report_invalid_address(Context&, const BadAccess&);
struct Variable;
void report_bad_variable(Context&, const BadAccess&,
                         const Variable&);  // an access past its end, or a store to a constant
void report_stale_read(Context&, const BadAccess& read, const Touch& write);  // through __ldg()
void report_host_object(Context&, const BadAccess&);  // an object whose virtual function a kernel calls
// A kernel reads, through one `extern __shared__` array, a value that was stored through another one and has
// overwritten the first array's value.
void report_overlap(Context&, const BadAccess& read, const std::string& one, const Site& write,
                    const std::string& other);
// The `extern __shared__` array that this place names; "" if unknown.
std::string dynamic_array_at(const void* pc);
void report_misaligned(Context&, const BadAccess&);
void report_leaked_local(Context&, const BadAccess&, const Fiber&);

inline std::atomic<bool> read_undefined = false;  // this process has read uninitialised memory
struct EarlyRead {
  uintptr_t address;
  unsigned bytes;
  uintptr_t unset;  // the first byte that has no value
};
void report_uninitialised(Context&, const EarlyRead&, MemoryUse, const void* pc);
// A thread writes these bytes of shared memory for the first time, although some shared memory was read
// before it was written.
void note_late_write(Context&, uintptr_t begin, uintptr_t end, const void* pc);

// `same_value`: the store did not change the value that another thread had stored.
void report_race(Context&, const Race&, bool same_value = false);
// Decides whether races are reported in a launch in which only some blocks were observed.
void settle_races_of_observed_blocks(bool told);

// If both accesses are under one lock, the access that lacks a fence is the first argument.
void report_lock_race(const char* space, const Site& bad, const Site& other, const Object& object,
                      findings::Evidence);

void found_barrier_divergence(const Site&, const Site&);

// For example, partial[17], in units of the access; empty if the address is in no known array or variable.
Object object_at(const Context&, uintptr_t address, unsigned bytes);

}  // namespace ladder::simt::trace
