// for_each_range: splits a large range over all cores. Used by the references, which must keep up with a GPU.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>

namespace ladder::check {

inline constexpr size_t kRange = size_t{1} << 16;

inline size_t ranges_of(size_t n) { return (n + kRange - 1) / kRange; }

// Runs work() on this thread and, at the same time, on up to `threads` - 1 others, at most one for each other
// core. These threads are kept for later calls, because creating one takes milliseconds: each thread has all
// shared arrays of all kernels. A forked process creates its own.
void on_threads(size_t threads, const std::function<void()>& work);

// Calls f(range, begin, end) for consecutive ranges of kRange elements of [begin, end); f must not throw.
template <typename F>
void for_each_range(size_t begin, size_t end, const F& f) {
  const size_t ranges = ranges_of(end - begin);
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t r; (r = next++) < ranges;) f(r, begin + r * kRange, std::min(end, begin + (r + 1) * kRange));
  };
  constexpr size_t kRangesWorthAThread = 4;
  on_threads(ranges / kRangesWorthAThread, work);
}

}  // namespace ladder::check
