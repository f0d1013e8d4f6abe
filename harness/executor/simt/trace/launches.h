// Launches and copies of other streams that a launch may meet: for the runtime of `try`, which knows the streams.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace simt::trace {

// What nothing orders before the launch that comes next. `who` is the caller's.
struct Concurrent {
  struct Range {
    const char* begin;
    size_t bytes;
    bool write;
    const void* who;
  };
  struct EarlierLaunch {
    uint32_t first_epoch, end_epoch;
    const void* who;
  };
  std::vector<Range> ranges;
  std::vector<EarlierLaunch> launches;  // in the order in which they ran
};
void set_concurrent(Concurrent);

// Two accesses of one place, at least one a write: of each pair of operations the first that was seen.
struct Met {
  const void* with;
  const char* address;
  unsigned bytes;
  bool write_before, write_now;
  const void *pc_before, *pc_now;  // nullptr: no kernel's
};
std::vector<Met> take_met();

std::pair<uint32_t, uint32_t> epochs_of_last_launch();  // first, end; equal: it was not observed

struct Touched {
  const char* address = nullptr;  // nullptr: none
  unsigned bytes = 4;
  bool write = false;
  const void* pc = nullptr;
};
// The first word of this range that a launch has written, or (`only_writes` false) read.
Touched touched_by(const char* begin, size_t bytes, uint32_t first_epoch, uint32_t end_epoch,
                   bool only_writes);

}  // namespace simt::trace
