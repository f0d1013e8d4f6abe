// The inclusive scan of a group, in log2(size) shuffles.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups::details {

template <typename Group>
constexpr bool is_tile_or_coalesced = false;
template <unsigned Size, typename Parent>
constexpr bool is_tile_or_coalesced<thread_block_tile<Size, Parent>> = true;
template <>
inline constexpr bool is_tile_or_coalesced<coalesced_group> = true;

template <typename Group, typename T, typename F>
SIMT_INLINE T inclusive(const Group& group, T value, F& f) {
  static_assert(is_tile_or_coalesced<Group>, "a reduction or scan works on a tile or a coalesced group");
  const unsigned rank = group.thread_rank();
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (distance <= rank) value = f(value, before);
  }
  return value;
}

}  // namespace cooperative_groups::details
