// cg::reduce, as nvcc compiles it for an H200. Integers of up to 32 bits in groups of at least 16 lanes take
// one __reduce_*_sync (counted as a shuffle); all other reductions take log2(size) shuffles.
#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/details/functions.h>
#include <cooperative_groups/details/inclusive.h>

namespace cooperative_groups {
namespace details {

// The hardware's reduction for this function, if it has one.
template <typename Function, typename T>
struct hardware_reduction : std::false_type {};
#define SIMT_REDUCTION(Function, INTRINSIC)                                                                 \
  template <typename T>                                                                                     \
  struct hardware_reduction<Function<T>, T> : std::bool_constant<std::is_integral_v<T> && sizeof(T) <= 4> { \
    SIMT_INLINE static T reduce(unsigned mask, T value) {                                                   \
      using Word = std::conditional_t<std::is_unsigned_v<T>, unsigned, int>;                                \
      return static_cast<T>(INTRINSIC);                                                                     \
    }                                                                                                       \
  };
SIMT_REDUCTION(plus, __reduce_add_sync(mask, static_cast<Word>(value)))
SIMT_REDUCTION(less, __reduce_min_sync(mask, static_cast<Word>(value)))
SIMT_REDUCTION(greater, __reduce_max_sync(mask, static_cast<Word>(value)))
SIMT_REDUCTION(bit_and, __reduce_and_sync(mask, static_cast<unsigned>(static_cast<Word>(value))))
SIMT_REDUCTION(bit_or, __reduce_or_sync(mask, static_cast<unsigned>(static_cast<Word>(value))))
SIMT_REDUCTION(bit_xor, __reduce_xor_sync(mask, static_cast<unsigned>(static_cast<Word>(value))))
#undef SIMT_REDUCTION

template <unsigned Size, typename Parent, typename T, typename F>
SIMT_INLINE T reduce_by_shuffles(const thread_block_tile<Size, Parent>& group, T value, F& f) {
  for (unsigned distance = Size / 2; distance > 0; distance /= 2)
    value = f(value, group.shfl_xor(value, distance));
  return value;
}
template <typename T, typename F>
SIMT_INLINE T reduce_by_shuffles(const coalesced_group& group, T value, F& f) {
  if (group.size() == 32) return reduce_by_shuffles(thread_block_tile<32>(), value, f);
  const T total = inclusive(group, value, f);
  return details::shfl<T>(group.lane_mask(), total,
                          31u - static_cast<unsigned>(__clz(static_cast<int>(group.lane_mask()))), 32);
}

template <typename Group>
constexpr bool has_16_lanes = true;
template <unsigned Size, typename Parent>
constexpr bool has_16_lanes<thread_block_tile<Size, Parent>> = Size >= 16;

}  // namespace details

template <typename Group, typename T, typename F>
SIMT_INLINE details::value_of<T> reduce(const Group& group, T&& value, F&& f) {
  using Hardware = details::hardware_reduction<details::value_of<F>, details::value_of<T>>;
  if constexpr (Hardware::value && details::has_16_lanes<Group>)
    return Hardware::reduce(group.lane_mask(), value);
  else
    return details::reduce_by_shuffles<>(group, static_cast<details::value_of<T>>(value), f);
}

// Combines the group's result into a cuda::atomic or cuda::atomic_ref.
template <typename Group, typename Atomic, typename T, typename F>
SIMT_INLINE void reduce_update_async(const Group& group, Atomic&& destination, T&& value, F&& f) {
  const auto total = reduce(group, value, f);
  if (group.thread_rank() == 0) details::update(destination, total, f);
}
template <typename Group, typename Atomic, typename T, typename F>
SIMT_INLINE void reduce_store_async(const Group& group, Atomic&& destination, T&& value, F&& f) {
  const auto total = reduce(group, value, f);
  if (group.thread_rank() == 0) destination.store(total, std::memory_order_relaxed);
}

}  // namespace cooperative_groups
