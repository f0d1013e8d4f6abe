// cg::inclusive_scan and cg::exclusive_scan. Each scan takes log2(size) shuffles; the exclusive scan takes
// one more unless it computes an integer sum.
#pragma once
#include <cooperative_groups/details/functions.h>
#include <cooperative_groups/details/inclusive.h>

namespace cooperative_groups {
namespace details {

template <typename Group, typename T, typename F>
SIMT_INLINE T to_exclusive(const Group& group, T inclusive, T value, const F&) {
  if constexpr (std::is_same_v<value_of<F>, plus<T>> && std::is_integral_v<T>) {
    return static_cast<T>(inclusive - value);
  } else {
    const T before = group.shfl_up(inclusive, 1);
    return group.thread_rank() == 0 ? T{} : before;
  }
}

}  // namespace details

template <typename Group, typename T, typename F = plus<details::value_of<T>>>
SIMT_INLINE details::value_of<T> inclusive_scan(const Group& group, T&& value, F&& f = F()) {
  return details::inclusive(group, static_cast<details::value_of<T>>(value), f);
}
template <typename Group, typename T, typename F = plus<details::value_of<T>>>
SIMT_INLINE details::value_of<T> exclusive_scan(const Group& group, T&& value, F&& f = F()) {
  const details::value_of<T> own = value;
  return details::to_exclusive(group, details::inclusive(group, own, f), own, f);
}

// The same scan, starting from the value in a cuda::atomic or cuda::atomic_ref, which then receives the total.
template <typename Group, typename Atomic, typename T, typename F = plus<details::value_of<T>>>
SIMT_INLINE details::value_of<T> inclusive_scan_update(const Group& group, Atomic&& word, T&& value,
                                                       F&& f = F()) {
  const details::value_of<T> sum = details::inclusive(group, static_cast<details::value_of<T>>(value), f);
  details::value_of<T> old{};
  if (group.thread_rank() == group.size() - 1) old = details::update(word, sum, f);
  return f(group.shfl(old, group.size() - 1), sum);
}
template <typename Group, typename Atomic, typename T, typename F = plus<details::value_of<T>>>
SIMT_INLINE details::value_of<T> exclusive_scan_update(const Group& group, Atomic&& word, T&& value,
                                                       F&& f = F()) {
  const details::value_of<T> own = value, sum = details::inclusive(group, own, f);
  details::value_of<T> old{};
  if (group.thread_rank() == group.size() - 1) old = details::update(word, sum, f);
  old = group.shfl(old, group.size() - 1);
  const details::value_of<T> before = details::to_exclusive(group, sum, own, f);
  return f(old, before);
}

}  // namespace cooperative_groups
