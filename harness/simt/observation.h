// What the traced executor saw: counters, what each source line cost, and hazards.
// Filled by simt/trace*, read by bench and report.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

// Of one job (all launches), or of one source line. Requests are warp instructions with at least one active
// lane; sectors are 32 bytes; wavefronts are passes over the 32 banks of shared memory.
struct Counters {
  uint64_t global_load_requests = 0, global_load_sectors = 0;
  uint64_t global_store_requests = 0, global_store_sectors = 0;
  uint64_t shared_load_requests = 0, shared_load_wavefronts = 0;
  uint64_t shared_store_requests = 0, shared_store_wavefronts = 0;
  uint64_t memory_lanes = 0;  // active lanes summed over all of the requests above
  uint64_t barriers = 0;      // warps arriving at __syncthreads
  uint64_t warp_syncs = 0;    // warp instructions, as the next three
  uint64_t shuffles = 0;
  uint64_t votes = 0;
  uint64_t atomics = 0;
  uint64_t integer_divisions = 0;  // lanes
  uint64_t launches = 0;
  uint64_t issued_blocks = 0, issued_lanes = 0;   // basic blocks per warp, and lanes active in them
  uint64_t sampled_blocks = 0, total_blocks = 0;  // thread blocks observed, of how many

  double active_lanes_per_request() const;  // 0 without requests
  double warp_efficiency() const;           // indicative: lanes active per basic block / 32
  Counters& operator+=(const Counters&);
};

struct Access {        // one side of a hazard
  std::string file;    // relative to the repository where possible
  int line = 0;        // 0: not known
  std::string thread;  // "block 3, thread 17"
  std::string access;  // "read", "write", "atomic", "barrier", "shuffle", …
};

struct Hazard {
  std::string kind;   // race, barrier_divergence, early_exit, deadlock, uninitialised, out_of_bounds,
                      // misaligned, invalid_address, inactive_lane, timeout, crash
  std::string space;  // shared, global, local, "" (does not apply)
  std::vector<Access> where;
  std::string object;   // "partial[17]", "input[1024]"
  uint64_t count = 1;   // how often the same lines met
  std::string message;  // one sentence: what happened, and what to do about it
};

struct LineCost {
  std::string file;
  int line = 0;
  uint64_t executions = 0;  // warp executions of the line's busiest basic block
  Counters counters;
};

struct Observation {
  Counters counters;
  std::vector<LineCost> lines;  // by file, then line
  std::vector<Hazard> hazards;  // most serious first
  // false: a block did too much between two barriers for all of it to be counted
  bool complete = true;
};

// How the traced build observes from now on. Counters of sampled blocks are scaled to all blocks.
struct TraceOptions {
  bool counters = true;
  bool hazards = true;
  unsigned sample_blocks = 0;  // observe about this many blocks of each launch, evenly spaced; 0: all.
                               // With fewer than all blocks, races across blocks cannot be seen.
  // Of each two neighbouring blocks the second starts first: whoever counts on
  // a lower block must wait for it.
  bool second_block_first = false;
  int64_t only_block = -1;  // this one alone (linear index), where it is not negative; nothing is scaled
};
void set_trace_options(const TraceOptions&);

// Everything observed since the last call, and forgets it.
Observation take_observation();

}  // namespace simt
