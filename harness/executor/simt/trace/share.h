// How the work of a counted job was shared out: what the busiest thread of each launch did, and what the launcher, the
// host's code of the kernel file, did itself. (One thread that does everything has as good a result, and few requests.)
#pragma once
#include <cstdint>

namespace simt::trace {

struct Share {
  uint64_t longest = 0;     // basic blocks and accesses of the busiest thread, summed over the launches
  uint64_t host_steps = 0;  // basic blocks of the host's code
};
extern Share share;  // of all since it was last taken
Share take_share();

}  // namespace simt::trace
