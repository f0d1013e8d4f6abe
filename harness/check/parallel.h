// for_each_range: a large range in pieces, over all cores. Used by the references, which must keep up with a
// GPU. Plain threads that are gone when it returns: a process that used it can still fork.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace check {

inline constexpr size_t kRange = size_t{1} << 16;

inline size_t ranges_of(size_t n) { return (n + kRange - 1) / kRange; }

// f(range, begin, end) for consecutive ranges of kRange elements of [begin, end); f must not throw.
template <typename F>
void for_each_range(size_t begin, size_t end, const F& f) {
  const size_t ranges = ranges_of(end - begin);
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t r; (r = next++) < ranges;) f(r, begin + r * kRange, std::min(end, begin + (r + 1) * kRange));
  };
  constexpr size_t kRangesWorthAThread = 4;
  const size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const size_t threads = std::min(cores, ranges / kRangesWorthAThread);
  if (threads <= 1) return work();
  std::vector<std::jthread> helpers;  // joined at the end
  for (size_t t = 1; t < threads; ++t) helpers.emplace_back(work);
  work();
}

}  // namespace check
