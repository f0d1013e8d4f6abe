// How the work of a counted job was distributed: what the busiest thread of each launch did, and what the
// launcher (the kernel file's host code) did itself. (A single thread that does everything gets the same
// result, with few requests.)
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt::trace {

struct Share {
  uint64_t longest = 0;     // basic blocks and accesses of the busiest thread, summed over launches
  uint64_t host_steps = 0;  // basic blocks of host code and, with watch_host, its accesses
  // Only with watch_host: the bytes moved by the thread that moves most, summed in the same way; and a variable
  // that the host read after a kernel had written it (nullptr: none).
  uint64_t longest_bytes = 0;
  const char* read_by_host = nullptr;
  uint64_t float_divisions = 0;  // by the threads of all observed blocks
};
extern uint32_t narrow_block;  // like Observation::narrow, for all launches since it was last taken
extern Share share;            // for all launches since it was last taken
Share take_share();

// Record the bytes that each thread moves, and host code's accesses? Only the judge requests this, because it
// is slow.
extern bool watch_host;
// For the judge: refuse a launch that the trace would not see, or whose parameters exceed CUDA's limit.
extern bool watched_alone;
// An access by host code.
void host_access(uintptr_t address, size_t bytes, bool reads);

}  // namespace simt::trace
