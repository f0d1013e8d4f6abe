// Asynchronous copies by a group: CUDA C++ Programming Guide, "Cooperative groups". A copy takes effect when
// its thread waits for it.
#pragma once
#include <algorithm>
#include <cuda/barrier>

#include "cooperative_groups.h"

namespace cooperative_groups {

template <typename Group, typename To, typename From, typename Size>
SIMT_INLINE void memcpy_async(const Group& group, To* to, const From* from, const Size& bytes) {
  cuda::detail::copy_of_group(to, from, static_cast<size_t>(bytes), group.thread_rank(), group.size());
  ladder::simt::async_commit();
}
// The layouts are element counts; the smaller of the two is copied.
template <typename Group, typename T, typename ToLayout, typename FromLayout>
SIMT_INLINE void memcpy_async(const Group& group, T* to, const ToLayout& to_layout, const T* from,
                              const FromLayout& from_layout) {
  memcpy_async(group, to, from,
               sizeof(T) * std::min(static_cast<size_t>(to_layout), static_cast<size_t>(from_layout)));
}
template <unsigned Pending, typename Group>
SIMT_INLINE void wait_prior(const Group& group) {
  ladder::simt::async_wait(Pending);
  group.sync();
}
template <typename Group>
SIMT_INLINE void wait(const Group& group) {
  wait_prior<0>(group);
}

}  // namespace cooperative_groups
