// A copy lands when its thread waits for it, as late as a program may rely on: who reads its place before that reads what
// nobody has written.
#include "simt/pipeline.h"

#include <algorithm>
#include <cstring>

#include "simt/executor.h"

namespace simt {

void async_copy(void* to, const void* from, size_t bytes, size_t zero_fill) {
  Worker& w = *current_worker;
  const void* pc = __builtin_return_address(0);
  const auto size = static_cast<unsigned>(bytes), filled = static_cast<unsigned>(std::min(zero_fill, bytes));
  const auto site = [&] { return Site{pc, "asynchronous copy", static_cast<int>(w.current), w.block_index}; };
  if (size != 4 && size != 8 && size != 16) {
    report_hazard(HazardKind::misaligned, "", site(), {}, "",
                  "an asynchronous copy of " + std::to_string(bytes) + " bytes: 4, 8 and 16 are possible");
    stop_thread();
  }
  if (w.traced) trace::async_copy_begins(w, to, size);
  w.async_copies.push_back({to, from, size, filled, w.current, w.lane[w.current].batch, pc});
}

void async_commit() {
  Worker& w = *current_worker;
  ++w.lane[w.current].batch;
}

void async_wait(size_t pending) {
  Worker& w = *current_worker;
  const uint32_t committed = w.lane[w.current].batch;
  for (size_t i = 0; i < w.async_copies.size();) {
    const AsyncCopy copy = w.async_copies[i];
    if (copy.thread != w.current || copy.batch + pending >= committed) {
      ++i;
      continue;
    }
    w.async_copies.erase(w.async_copies.begin() + static_cast<std::ptrdiff_t>(i));
    const unsigned copied = copy.bytes - copy.zero_fill;
    if (w.traced) trace::async_copy_ends(w, copy.to, copied ? copy.from : nullptr, copy.bytes, copy.pc);
    std::memcpy(copy.to, copy.from, copied);
    std::memset(static_cast<char*>(copy.to) + copied, 0, copy.zero_fill);
  }
}

}  // namespace simt
