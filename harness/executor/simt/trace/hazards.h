// Collects hazards while kernels run. Each distinct (kind, place, place) is kept once and counted after that; lines are
// looked up when observations are taken. Used inside simt/trace.
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

namespace simt {
struct Fiber;
}

namespace simt::trace {

// Two pointers among a launch's parameters that reach one array, by which the two accesses of a race are written.
struct SharedParameters {
  std::string one, two;  // "now", "a.data"; by site; empty: there are none
  int64_t apart = 0;     // bytes from where one points to where the other does
};

struct RawHazard {
  HazardKind kind;
  const char* space;
  Site site[2];
  std::string thread[2];  // "block 3, thread 17"
  std::string object;
  ladder::Evidence evidence, on_one_line;  // the latter if both sites turn out to be on one line
  uint64_t count = 1;
  int priority = 0;  // of two that are the same mistake, the higher one tells more
  bool fence_missing = false, across_warps = false, across_blocks = false;  // of a race
  // Of a race within one block that a barrier cures. The accesses, by their sites: which of them the program comes to
  // first, from one barrier to the next; -1: not known.
  enum class Barrier : uint8_t { none, between, next_round } barrier = Barrier::none;
  int first = -1;
  uint32_t come_to[2] = {0, 0};  // the block's barriers before it came to each place for the first time
  // Where a barrier goes between: of a function's call, if only one of the two is in it.
  int line[2] = {0, 0};
  SharedParameters parameters;
  bool of_observed_blocks = false;  // it is not settled whether an unobserved one orders the two

  // Of reads of what had no value: the words that no thread has written since (shared memory: with its block), and who
  // reads them.
  using Word = std::pair<uint64_t, uintptr_t>;
  std::map<Word, Site> unwritten;
  Word told{};         // of this one the message is
  unsigned bytes = 0;  // of the access
  Site writer;         // of the first that was written, in no order with its reader
};
// Those found since the last call, in the order of their discovery; forgets them.
std::vector<RawHazard> take_hazards();
bool take_incomplete();
void mark_incomplete();  // a block did too much to be counted

struct BadAccess {
  uintptr_t address;
  unsigned bytes;
  Site site;
};
// false: it must not happen, other memory would suffer. `meant`: the array as the source names it; nullptr: the nearest one.
bool report_bad_shared(Context&, const BadAccess&, const SharedRange* meant = nullptr);
// More shared memory than a GPU gives a block: of static arrays, and if that is not 0, with the dynamic one.
void report_too_much_shared(const BadAccess&, const std::string& array, size_t static_bytes,
                            size_t dynamic_bytes);
void report_bad_global(Context&, const BadAccess&);
void report_invalid_address(Context&, const BadAccess&);
struct Variable;
void report_bad_variable(Context&, const BadAccess&,
                         const Variable&);  // past its end, or a store to a constant
void report_stale_read(Context&, const BadAccess& read, const Touch& write);  // by __ldg()
void report_host_object(Context&, const BadAccess&);  // whose virtual function a kernel calls
// In the place of what was stored by one `extern __shared__` array, a kernel reads what was stored by another one.
void report_overlap(Context&, const BadAccess& read, const std::string& one, const Site& write,
                    const std::string& other);
// The `extern __shared__` array that this place names; "": none that is known.
std::string dynamic_array_at(const void* pc);
void report_misaligned(Context&, const BadAccess&);
void report_leaked_local(Context&, const BadAccess&, const Fiber&);

inline std::atomic<bool> read_undefined = false;  // there was such a read in this process
void report_uninitialised(Context&, uintptr_t address, unsigned bytes, MemoryUse, const void* pc);

struct Race {
  uintptr_t word, address;  // where the two meet; where the access now begins
  unsigned bytes;           // of the access now
  bool shared;
  MemoryUse now;
  const void* pc;
  Touch before;
  bool before_wrote;
  unsigned lane;  // of the access now
};
// `same_value`: a store that left what another thread had stored.
void report_race(Context&, const Race&, bool same_value = false);
// Races between blocks of a launch of which not all blocks were observed: are they told?
void settle_races_of_observed_blocks(bool told);

// Of two accesses under one lock, the one that lacks a fence, and the other.
void report_lock_race(const char* space, const Site& bad, const Site& other, const std::string& object,
                      ladder::Evidence);

void found_barrier_divergence(const Site&, const Site&);

// "partial[17]", in units of the access; "" if the address is in no known object.
std::string name_of(const Context&, uintptr_t address, unsigned bytes);

}  // namespace simt::trace
