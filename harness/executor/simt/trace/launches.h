// Launches and copies in other streams that may conflict with a launch: for the runtime of `try`, which
// tracks the streams.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ladder::simt::trace {

// Operations that are not ordered before the next launch. The caller defines the meaning of `who`.
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
  std::vector<EarlierLaunch> launches;  // in execution order
};
void set_concurrent(Concurrent);

// Two accesses to one place, at least one of them a write: the first two seen for each pair of operations.
struct Met {
  const void* with;
  const char* address;
  unsigned bytes;
  bool write_before, write_now;
  const void *pc_before, *pc_now;  // nullptr: not in a kernel
};
std::vector<Met> take_met();

std::pair<uint32_t, uint32_t> epochs_of_last_launch();  // [first, last); empty: not observed

struct Touched {
  const char* address = nullptr;  // nullptr: no such word
  unsigned bytes = 4;
  bool write = false;
  const void* pc = nullptr;
};
// The first word in this range that a launch has written or, if `only_writes` is false, read.
Touched touched_by(const char* begin, size_t bytes, uint32_t first_epoch, uint32_t end_epoch,
                   bool only_writes);

}  // namespace ladder::simt::trace
