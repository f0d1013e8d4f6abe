// A copy takes effect when its thread waits for it, which is the latest time that CUDA allows. A thread that
// reads the destination earlier therefore reads uninitialised memory.
#include "simt/pipeline.h"

#include <algorithm>
#include <cstring>

#include "simt/executor.h"

namespace ladder::simt {

void async_copy(void* to, const void* from, size_t bytes, size_t zero_fill) {
  Worker& w = *current_worker;
  const void* pc = SIMT_CALLER;
  const auto size = static_cast<unsigned>(bytes), filled = static_cast<unsigned>(std::min(zero_fill, bytes));
  const auto site = [&] { return Site{pc, "asynchronous copy", static_cast<int>(w.current), w.block_index}; };
  if (size != 4 && size != 8 && size != 16) {
    report_hazard(HazardKind::misaligned, "", site(), {}, {}, {Cause::async_copy_size, {{"bytes", bytes}}});
    stop_thread();
  }
  if (w.traced) trace::async_copy_begins(w, to, size, pc);
  w.async_copies[w.current].push_back({to, from, size, filled, w.lane[w.current].batch, pc});
}

void async_commit() {
  if (!current_worker) return;  // host code, which has no copies in flight
  Worker& w = *current_worker;
  ++w.lane[w.current].batch;
}

void async_wait(size_t pending) {
  if (!current_worker) return;
  Worker& w = *current_worker;
  const uint32_t committed = w.lane[w.current].batch;
  std::vector<AsyncCopy>& copies = w.async_copies[w.current];
  const auto end = std::find_if(copies.begin(), copies.end(),
                                [&](const AsyncCopy& copy) { return copy.batch + pending >= committed; });
  const std::vector<AsyncCopy> landed(copies.begin(), end);
  copies.erase(copies.begin(), end);
  for (const AsyncCopy& copy : landed) {
    const unsigned copied = copy.bytes - copy.zero_fill;
    if (w.traced) trace::async_copy_ends(w, copy.to, copied ? copy.from : nullptr, copy.bytes, copy.pc);
    std::memcpy(copy.to, copy.from, copied);
    std::memset(static_cast<char*>(copy.to) + copied, 0, copy.zero_fill);
  }
}

void awaits_arrivals(const char* what, const uint32_t* missing, const uint32_t* expected) {
  if (!current_worker) return;  // host code
  Lane& lane = current_worker->lane[current_worker->current];
  lane.awaits = what;
  lane.missing = missing;
  lane.expected = expected;
}

}  // namespace ladder::simt
