// The counters of a job or a source line, and the list from which all sums, samples, files, comparisons and
// displayed text are derived.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace ladder::simt {

// Requests are warp instructions with at least one active lane; sectors are 32 bytes; wavefronts are passes
// over the 32 banks of shared memory.
struct Counters {
  uint64_t global_load_requests = 0, global_load_sectors = 0;
  uint64_t global_store_requests = 0, global_store_sectors = 0;
  uint64_t shared_load_requests = 0, shared_load_wavefronts = 0;
  uint64_t shared_store_requests = 0, shared_store_wavefronts = 0;
  uint64_t memory_lanes = 0;  // active lanes, summed over all the requests above
  uint64_t barriers = 0;      // warps arriving at __syncthreads
  uint64_t warp_syncs = 0;    // this counter and the next three count warp instructions
  uint64_t shuffles = 0;
  uint64_t votes = 0;
  uint64_t atomics = 0, shared_atomics = 0;  // all atomics, and those on shared memory
  uint64_t integer_divisions = 0;            // lanes that divide
  uint64_t launches = 0;
  uint64_t issued_blocks = 0, issued_lanes = 0;   // basic blocks executed by warps; active lanes in them
  uint64_t sampled_blocks = 0, total_blocks = 0;  // thread blocks observed, and the total

  uint64_t global_requests() const { return global_load_requests + global_store_requests; }
  uint64_t global_sectors() const { return global_load_sectors + global_store_sectors; }
  uint64_t shared_requests() const { return shared_load_requests + shared_store_requests; }
  uint64_t global_atomics() const { return atomics - shared_atomics; }
  uint64_t shared_wavefronts() const { return shared_load_wavefronts + shared_store_wavefronts; }

  // Ratios; NaN if the divisor is 0.
  double sectors_per_global_load() const;
  double sectors_per_global_store() const;
  double wavefronts_per_shared_request() const;
  double active_lanes_per_request() const;  // 0 without requests
  double warp_efficiency() const;           // indicative: lanes active per basic block / 32; 0 without blocks
  Counters& operator+=(const Counters&);
};

struct Counter {
  const char* name;  // the name in files
  uint64_t Counters::*value;
  bool sampled = true;  // counted in the observed thread blocks, and scaled to all of them
  bool cost = true;     // true: a lower count is better; false: the size of the work or of the sample
  // Display name; nullptr if shown only as part of a ratio.
  const char* title = nullptr;
  // The meaning of a count that falls, rises, falls to 0 or rises from 0; "" if the meaning is obvious.
  const char *less = "", *more = "", *gone = "", *fresh = "";
  // The counter's line among the totals: "divisions 1024 lanes that divide". nullptr if the totals show the
  // counter in another form.
  const char *label = nullptr, *unit = nullptr;
  const char* beside_line = nullptr;  // "3 shuffles", next to a source line; nullptr: not shown there
  bool told_first = false;
};

// The counters, in the order used in files.
inline constexpr std::array kCounters = {
    Counter{.name = "global_load_requests",
            .value = &Counters::global_load_requests,
            .title = "global load requests"},
    Counter{.name = "global_load_sectors",
            .value = &Counters::global_load_sectors,
            .title = "global load sectors",
            .less = "less data is fetched",
            .more = "more data is fetched",
            .gone = "nothing is fetched",
            .fresh = "it reads global memory"},
    Counter{.name = "global_store_requests",
            .value = &Counters::global_store_requests,
            .title = "global store requests"},
    Counter{.name = "global_store_sectors",
            .value = &Counters::global_store_sectors,
            .title = "global store sectors",
            .less = "less data is written",
            .more = "more data is written",
            .gone = "nothing is written",
            .fresh = "it writes global memory"},
    Counter{.name = "shared_load_requests",
            .value = &Counters::shared_load_requests,
            .title = "shared load requests",
            .gone = "nothing is read from shared memory",
            .fresh = "it reads shared memory"},
    Counter{.name = "shared_load_wavefronts",
            .value = &Counters::shared_load_wavefronts,
            .title = "shared load wavefronts",
            .less = "less work for the banks",
            .more = "more work for the banks"},
    Counter{.name = "shared_store_requests",
            .value = &Counters::shared_store_requests,
            .title = "shared store requests",
            .gone = "nothing is written to shared memory",
            .fresh = "it writes shared memory"},
    Counter{.name = "shared_store_wavefronts",
            .value = &Counters::shared_store_wavefronts,
            .title = "shared store wavefronts",
            .less = "less work for the banks",
            .more = "more work for the banks"},
    Counter{.name = "barriers",
            .value = &Counters::barriers,
            .title = "barriers",
            .less = "warps wait for their block less often",
            .more = "warps wait for their block more often",
            .gone = "no warp waits for its block any more",
            .fresh = "warps wait for their block",
            .label = "barriers",
            .unit = "warps that arrive at __syncthreads"},
    Counter{.name = "warp_syncs",
            .value = &Counters::warp_syncs,
            .title = "warp synchronisations",
            .gone = "no warp synchronises its own lanes any more",
            .fresh = "lanes wait for their warp, not for the block",
            .label = "warp syncs",
            .unit = "warps that arrive at __syncwarp",
            .beside_line = "warp synchronisations"},
    Counter{.name = "shuffles",
            .value = &Counters::shuffles,
            .title = "shuffles",
            .gone = "lanes no longer pass values directly",
            .fresh = "lanes pass values without shared memory",
            .label = "shuffles",
            .unit = "warp instructions",
            .beside_line = "shuffles"},
    Counter{.name = "votes",
            .value = &Counters::votes,
            .title = "votes",
            .fresh = "a warp's lanes answer yes or no in one instruction",
            .label = "votes",
            .unit = "warp instructions",
            .beside_line = "votes"},
    Counter{.name = "atomics",
            .value = &Counters::atomics,
            .title = "atomics",
            .less = "fewer threads queue at one address",
            .more = "more threads queue at one address",
            .gone = "threads no longer queue at one address",
            .fresh = "threads queue at one address",
            .label = "atomics",
            .unit = "warp instructions",
            .beside_line = "atomics"},
    Counter{
        .name = "shared_atomics", .value = &Counters::shared_atomics, .cost = false},  // part of `atomics`
    Counter{.name = "integer_divisions",
            .value = &Counters::integer_divisions,
            .title = "integer divisions and modulos",
            .less = "each takes about twenty instructions",
            .more = "each takes about twenty instructions",
            .gone = "each took about twenty instructions",
            .fresh = "each takes about twenty instructions",
            .label = "divisions",
            .unit = "lanes that divide or take a modulo",
            .beside_line = "divisions or modulos",
            .told_first = true},
    Counter{.name = "launches",
            .value = &Counters::launches,
            .sampled = false,
            .title = "launches",
            .less = "fewer kernels to start and wait for",
            .more = "more kernels to start and wait for",
            .label = "launches",
            .unit = "kernels"},
    Counter{.name = "memory_lanes", .value = &Counters::memory_lanes, .cost = false},
    Counter{.name = "issued_blocks", .value = &Counters::issued_blocks, .cost = false},
    Counter{.name = "issued_lanes", .value = &Counters::issued_lanes, .cost = false},
    Counter{.name = "sampled_blocks", .value = &Counters::sampled_blocks, .sampled = false, .cost = false},
    Counter{.name = "total_blocks", .value = &Counters::total_blocks, .sampled = false, .cost = false},
};
static_assert(sizeof(Counters) == kCounters.size() * sizeof(uint64_t), "a counter is missing from the list");

// `a` per `b`; NaN if `b` is 0.
inline double per(uint64_t a, uint64_t b) {
  return b == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(a) / static_cast<double>(b);
}

// The displayed counters, in display order.
template <typename Tell>
void tell_counters(Tell tell) {
  for (const bool first : {true, false})
    for (const Counter& counter : kCounters)
      if (counter.told_first == first) tell(counter);
}

}  // namespace ladder::simt
