// The function objects that cg::reduce and the scans recognise.
#pragma once
#include <atomic>

#include "simt/language.h"

namespace cooperative_groups {

#define SIMT_FUNCTION(NAME, EXPRESSION)                                           \
  template <typename T>                                                           \
  struct NAME {                                                                   \
    SIMT_INLINE T operator()(const T& a, const T& b) const { return EXPRESSION; } \
  };
SIMT_FUNCTION(plus, static_cast<T>(a + b))
SIMT_FUNCTION(less, b < a ? b : a)
SIMT_FUNCTION(greater, a < b ? b : a)
SIMT_FUNCTION(bit_and, static_cast<T>(b& a))
SIMT_FUNCTION(bit_or, static_cast<T>(b | a))
SIMT_FUNCTION(bit_xor, static_cast<T>(b ^ a))
#undef SIMT_FUNCTION

namespace details {

// word = f(word, value), atomically; returns the old value.
template <typename Atomic, typename T, typename F>
SIMT_INLINE T update(Atomic&& word, T value, const F& f) {
  constexpr auto relaxed = std::memory_order_relaxed;
  if constexpr (std::is_same_v<F, plus<T>>) {
    return word.fetch_add(value, relaxed);
  } else if constexpr (std::is_same_v<F, less<T>>) {
    return word.fetch_min(value, relaxed);
  } else if constexpr (std::is_same_v<F, greater<T>>) {
    return word.fetch_max(value, relaxed);
  } else {
    T old = word.load(relaxed);
    while (!word.compare_exchange_weak(old, f(old, value), relaxed)) {
    }
    return old;
  }
}

}  // namespace details
}  // namespace cooperative_groups
