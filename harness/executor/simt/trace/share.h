// How the work of a counted job was shared out: what the busiest thread of each launch did, and what the launcher, the
// host's code of the kernel file, did itself. (One thread that does everything has as good a result, and few requests.)
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt::trace {

struct Share {
  uint64_t longest = 0;  // basic blocks and accesses of the busiest thread, summed over the launches
  uint64_t longest_bytes =
      0;  // that the thread that moves most moves, in the same way; if somebody watches (watch_host)
  uint64_t host_steps = 0;  // basic blocks of the host's code, and, if it is watched, its accesses
  const char* read_by_host =
      nullptr;  // a variable that a kernel had written before; nullptr: none, or nobody watches
};
extern Share share;  // of all since it was last taken
Share take_share();

// Is it looked at how many bytes each thread moves, and at the accesses of the host's code? Only the judge asks for it: it
// takes time.
extern bool watch_host;
// One access, which is none of a kernel's.
void host_access(uintptr_t address, size_t bytes, bool reads);

}  // namespace simt::trace
