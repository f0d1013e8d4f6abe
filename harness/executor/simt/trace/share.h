// How the work of a counted job was shared out: what the busiest thread of each launch did, and what the launcher, the
// host's code of the kernel file, did itself. (One thread that does everything has as good a result, and few requests.)
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt::trace {

struct Share {
  uint64_t longest = 0;     // basic blocks and accesses of the busiest thread, summed over the launches
  uint64_t host_steps = 0;  // basic blocks of the host's code, and, with watch_host, its accesses
  // With watch_host alone: the bytes of the thread that moves most, summed in the same way; and a variable that the host
  // read after a kernel had written it (nullptr: none).
  uint64_t longest_bytes = 0;
  const char* read_by_host = nullptr;
  uint64_t float_divisions = 0;  // of the threads of all blocks that were observed
};
extern uint32_t narrow_block;  // as Observation::narrow, of all launches since it was last taken
extern Share share;            // of all since it was last taken
Share take_share();

// Is it looked at how many bytes each thread moves, and at the accesses of the host's code? Only the judge asks for it: it
// takes time.
extern bool watch_host;
// For the judge: a launch that the trace would not see, or whose parameters are more than CUDA takes, is refused.
extern bool watched_alone;
// One access, which is none of a kernel's.
void host_access(uintptr_t address, size_t bytes, bool reads);

}  // namespace simt::trace
