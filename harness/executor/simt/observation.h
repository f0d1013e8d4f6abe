// Everything that a traced run observed: counters, the cost of each source line, and hazards. Filled by
// simt/trace*, read by bench and report.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "data/members.h"
#include "data/names.h"
#include "findings/annotations.h"
#include "findings/evidence.h"
#include "findings/text.h"
#include "simt/barriers.h"
#include "simt/counters.h"

namespace ladder::simt {

using findings::Object;
using findings::ThreadId;

enum class HazardKind {  // in reporting order: causes before their effects
  crash,
  timeout,
  deadlock,
  invalid_address,
  misaligned,
  out_of_bounds,
  barrier_divergence,
  early_exit,
  uninitialised,
  inactive_lane,
  undefined_arithmetic,
  race,
  same_value,
  never_used,
  lost_in_rounding
};
constexpr auto names_of(HazardKind) {
  return std::array{"crash",
                    "timeout",
                    "deadlock",
                    "invalid_address",
                    "misaligned",
                    "out_of_bounds",
                    "barrier_divergence",
                    "early_exit",
                    "uninitialised",
                    "inactive_lane",
                    "undefined_arithmetic",
                    "race",
                    "same_value",
                    "never_used",
                    "lost_in_rounding"};
}
// A remark may report something intentional, so it does not change the exit status.
constexpr bool is_remark(HazardKind kind) { return kind >= HazardKind::same_value; }

struct Access {      // one side of a hazard
  std::string file;  // relative to the repository where possible
  int line = 0;      // 0: unknown
  ThreadId thread;
  std::string access;  // "read", "write", "atomic", "barrier", "shuffle", …
};

constexpr auto members_of(const Access*) {
  using data::Member;
  return std::tuple{Member{"file", &Access::file}, Member{"line", &Access::line},
                    Member{"thread", &Access::thread}, Member{"access", &Access::access}};
}

struct Hazard {
  HazardKind kind = HazardKind::crash;
  std::string space;  // shared, global, local, "" (does not apply)
  std::vector<Access> where;
  Object object;       // what is accessed; may be empty
  uint64_t count = 1;  // how many times this was seen with the same lines
  findings::Evidence evidence;
  std::string message() const { return findings::text_of(evidence); }
  void take_message(const std::string& text) {  // for a hazard in a file without evidence
    if (evidence.empty() && !text.empty()) evidence = findings::recorded(text);
  }
};

constexpr auto members_of(const Hazard*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{Member{"kind", &Hazard::kind, required},   Member{"space", &Hazard::space},
                    Member{"where", &Hazard::where, required}, Member{"object", &Hazard::object},
                    Member{"count", &Hazard::count},           Member{"evidence", &Hazard::evidence}};
}

// Converts hazards of a kernel or of a program's host code (runtime/seen.h) to annotations. `in`: " in reduce".
inline std::vector<findings::Place> places_of(const std::vector<Access>& where) {
  std::vector<findings::Place> places;
  for (const Access& a : where) places.push_back({a.file, a.line, a.thread.text(), a.access});
  return places;
}
template <typename OneHazard>
findings::Annotated annotated(const OneHazard& h, const std::string& in) {
  std::string words = data::name(h.kind);
  std::replace(words.begin(), words.end(), '_', ' ');
  return {is_remark(h.kind) ? findings::Severity::note : findings::Severity::error,
          data::name(h.kind),
          words + in,
          places_of(h.where),
          h.evidence,
          h.count};
}

// One thread reads a word before another thread writes it, and nothing orders the two accesses: a race,
// reported with both lines.
inline bool read_too_early(const Hazard& h) {
  return h.kind == HazardKind::uninitialised && h.where.size() == 2;
}
// If a word was read too early, the race shows which ordering is missing. A race in shared memory often causes
// a wrong index into global memory.
inline std::tuple<HazardKind, bool, bool> rank(const Hazard& h) {
  const bool early = read_too_early(h), a_race = early || h.kind == HazardKind::race;
  // A mistake in the launch is not a mistake in the kernel: its consequences inside the kernel are ranked
  // after it.
  if (h.evidence.root().is(findings::Cause::race_of_one_array_twice))
    return {HazardKind::out_of_bounds, true, false};
  // A hazard that was found before any thread missed a barrier may be the reason that threads missed it.
  if (h.evidence.root().has("before_barrier")) return {HazardKind::out_of_bounds, true, true};
  return {a_race ? HazardKind::race : h.kind, early, a_race && h.space == "global"};
}
inline void causes_first(std::vector<Hazard>& hazards) {
  std::stable_sort(hazards.begin(), hazards.end(),
                   [](const Hazard& a, const Hazard& b) { return rank(a) < rank(b); });
  // An invalid address is often computed from uninitialised memory.
  const auto wild = std::find_if(hazards.begin(), hazards.end(),
                                 [](const Hazard& h) { return h.kind == HazardKind::invalid_address; });
  std::stable_partition(wild, hazards.end(), [](const Hazard& h) {
    return h.kind == HazardKind::uninitialised && !read_too_early(h);
  });
}

struct LineCost {
  std::string file;
  int line = 0;
  uint64_t executions = 0;  // warp executions of the line's busiest basic block
  Counters counters;
  // The part of the counters that would not exist if the same bytes were contiguous.
  uint64_t extra_sectors = 0, extra_wavefronts = 0;
};

constexpr auto members_of(const LineCost*) {
  using data::Member;
  return std::tuple{Member{"file", &LineCost::file},
                    Member{"line", &LineCost::line},
                    Member{"executions", &LineCost::executions},
                    Member{"counters", &LineCost::counters},
                    Member{"extra_sectors", &LineCost::extra_sectors},
                    Member{"extra_wavefronts", &LineCost::extra_wavefronts}};
}

// The data that a warp stored to memory or loaded from it, or that its lanes received in a shuffle. Used to
// compare two kernels.
struct Stored {
  uint32_t launch = 0;  // counted from 1
  uint64_t block = 0;
  uint32_t interval = 0;  // how many barriers the block had passed
  uint32_t warp = 0, lanes = 0;
  std::string kind;  // see RecordedInstruction
  std::string file;
  int line = 0;
  int called_from = 0;  // the line in the kernel, if `line` is in a called function; 0: unknown
  uint32_t bytes = 0;   // per lane
  bool load = false, atomic = false;
  std::string array;   // the array that the first lane accesses; "" for a shuffle
  uint32_t which = 0;  // arrays are numbered in the order of their first store
  // For each lane, from lowest to highest: the byte offset in the array, or the source lane; and two 8-byte
  // words (none for a load or an atomic).
  std::vector<uint64_t> places, values;
  std::vector<uint64_t>
      inner;  // for a multidimensional array in shared memory: every dimension except the first; otherwise empty
  uint32_t threads_x = 0;  // for a multidimensional block; set when two runs are compared
};
// Limits for each run; data beyond these limits is left out.
constexpr size_t kMostStored = 4000;  // stores and shuffles
constexpr size_t kMostLoaded = 8000;
constexpr size_t kMostLaunched = 1000;
constexpr auto members_of(const Stored*) {
  using data::Member;
  return std::tuple{Member{"launch", &Stored::launch},
                    Member{"block", &Stored::block},
                    Member{"interval", &Stored::interval},
                    Member{"warp", &Stored::warp},
                    Member{"lanes", &Stored::lanes},
                    Member{"kind", &Stored::kind},
                    Member{"file", &Stored::file},
                    Member{"line", &Stored::line},
                    Member{"called_from", &Stored::called_from},
                    Member{"bytes", &Stored::bytes},
                    Member{"load", &Stored::load},
                    Member{"atomic", &Stored::atomic},
                    Member{"array", &Stored::array},
                    Member{"which", &Stored::which},
                    Member{"places", &Stored::places},
                    Member{"values", &Stored::values},
                    Member{"inner", &Stored::inner},
                    Member{"threads_x", &Stored::threads_x}};
}

struct Launched {
  std::string kernel;                // without the template arguments; "": unknown
  uint64_t blocks = 0, threads = 0;  // blocks in the launch, threads per block
  uint32_t threads_x = 0;
  bool operator==(const Launched&) const = default;
};
constexpr auto members_of(const Launched*) {
  using data::Member;
  return std::tuple{Member{"kernel", &Launched::kernel}, Member{"blocks", &Launched::blocks},
                    Member{"threads", &Launched::threads}, Member{"threads_x", &Launched::threads_x}};
}

struct NamedMemory {
  std::string name;
  uint64_t bytes = 0;
};
constexpr auto members_of(const NamedMemory*) {
  using data::Member;
  return std::tuple{Member{"name", &NamedMemory::name}, Member{"bytes", &NamedMemory::bytes}};
}

struct HostFill {    // a fill or a copy by context.zero() or context.copy()
  std::string call;  // "zero", "copy"
  std::string array;
  uint64_t offset = 0, bytes = 0;  // counted from the start of the array
  int line = 0;                    // the line in the launcher; 0: unknown
};
constexpr size_t kMostHostFills = 100;
constexpr auto members_of(const HostFill*) {
  using data::Member;
  return std::tuple{Member{"call", &HostFill::call}, Member{"array", &HostFill::array},
                    Member{"offset", &HostFill::offset}, Member{"bytes", &HostFill::bytes},
                    Member{"line", &HostFill::line}};
}

using findings::Cause;
using findings::Evidence;

struct Observation {
  Counters counters;
  // The x size of the blocks in the last launch with blocks of several rows, if smaller than a warp. 0: none.
  uint32_t narrow = 0;
  uint32_t threads = 0;         // in each block of the launch with the most threads
  std::vector<LineCost> lines;  // sorted by file, then by line
  std::vector<Hazard> hazards;  // most serious first
  // false: a block did so much between two barriers that not all of it was counted
  bool complete = true;
  BarrierUses barriers;             // if TraceOptions request them
  std::vector<Stored> stored;       // if TraceOptions request `stored`
  std::vector<Launched> launched;   // if TraceOptions request `stored`: in launch order
  std::vector<NamedMemory> memory;  // for each name: its largest size in any launch
  std::vector<HostFill> filled;     // if TraceOptions request `stored`
};
constexpr auto members_of(const Observation*) {
  using data::Member;
  return std::tuple{Member{"counters", &Observation::counters}, Member{"narrow", &Observation::narrow},
                    Member{"threads", &Observation::threads},   Member{"lines", &Observation::lines},
                    Member{"hazards", &Observation::hazards},   Member{"complete", &Observation::complete},
                    Member{"barriers", &Observation::barriers}, Member{"stored", &Observation::stored},
                    Member{"launched", &Observation::launched}, Member{"memory", &Observation::memory},
                    Member{"filled", &Observation::filled}};
}

// The options that the traced build uses from now on. Counters from sampled blocks are scaled up to all blocks.
struct TraceOptions {
  bool counters = true;
  bool hazards = true;
  unsigned sample_blocks = 0;  // observe about this many blocks per launch, evenly spaced; 0: all
  // 0: blocks run one after another, in index order. Otherwise, the seed of another order that a GPU may use:
  // at a barrier or an atomic, a block may be suspended while others run. With an even seed, blocks also start
  // in another order. With an odd seed, only a few blocks are resident at a time (unless the launch promises
  // that all are), and those with lower indices start first. CUDA does not guarantee this order, but GPUs
  // follow it, and single-pass scans (the scan of CUB, scan/one_exchange) rely on it.
  unsigned schedule = 0;
  // 0: all blocks of a launch run. Otherwise, if a launch has more than 64 blocks, only the first block and
  // this many blocks with the highest indices run.
  unsigned last_blocks = 0;
  // When two threads store the same value to one place without ordering, true reports HazardKind::same_value
  // and false reports an ordinary race.
  bool same_value_is_remark = false;
  // If true, an error that stops a GPU (such as an invalid address) ends only its thread, so that more is
  // observed; if false, it ends the launch.
  bool go_on_without_thread = false;
  bool barriers = false;    // record what each barrier orders: Observation::barriers
  bool stored = false;      // record Observation::stored and launched; requires `counters`
  int64_t only_block = -1;  // if not negative, observe only this block (linear index); nothing is scaled
};
void set_trace_options(const TraceOptions&);
TraceOptions trace_options();

// Returns everything observed since the last call, and discards it.
Observation take_observation();
// Stores what another process observed: the next take_observation() returns it, together with the hazards
// already stored.
void keep_observation(Observation);

}  // namespace ladder::simt
