// __nv_atomic_load_n() and related functions -*- C++ -*-: device atomics with an order and a scope (CUDA C++
// Programming Guide, "Atomic functions"). Included by cuda_runtime.h.
#pragma once
#include <type_traits>

#include "simt/language.h"
#include "simt/ordered_atomics.h"

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

namespace ladder::simt_runtime {

SIMT_INLINE constexpr simt::OrderIn order_in(int order, int scope) {
  const simt::Order plain =
      scope == __NV_THREAD_SCOPE_THREAD || order == __NV_ATOMIC_RELAXED ? simt::Order::relaxed
      : order == __NV_ATOMIC_ACQUIRE || order == __NV_ATOMIC_CONSUME    ? simt::Order::acquire
      : order == __NV_ATOMIC_RELEASE                                    ? simt::Order::release
                                                                        : simt::Order::acquire_release;
  return {plain, scope == __NV_THREAD_SCOPE_BLOCK};
}

template <typename T>
struct AtomicWord {
  static_assert(std::is_trivially_copyable_v<T> &&
                    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8),
                "the executor supports atomics of 1, 2, 4 or 8 bytes");
  using type = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
};
template <typename T>
using WordOf = typename AtomicWord<std::remove_cv_t<T>>::type;
template <typename T>
SIMT_INLINE WordOf<T>* word_at(T* p) {
  return (WordOf<T>*)p;
}

}  // namespace ladder::simt_runtime

#define SIMT_NV(NAME, ...) \
  template <typename T>    \
  SIMT_INLINE __VA_ARGS__ __nv_atomic_##NAME

SIMT_NV(load_n, std::remove_cv_t<T>)(T* p, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __builtin_bit_cast(std::remove_cv_t<T>,
                            ladder::simt::ordered_load(ladder::simt_runtime::word_at(p),
                                                       ladder::simt_runtime::order_in(order, scope)));
}
SIMT_NV(load, void)(T* p, std::remove_cv_t<T>* to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *to = __nv_atomic_load_n(p, order, scope);
}
SIMT_NV(store_n, void)
(T* p, std::remove_cv_t<T> value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  ladder::simt::ordered_store(ladder::simt_runtime::word_at(p),
                              __builtin_bit_cast(ladder::simt_runtime::WordOf<T>, value),
                              ladder::simt_runtime::order_in(order, scope));
}
SIMT_NV(store, void)(T* p, std::remove_cv_t<T>* value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n(p, *value, order, scope);
}
SIMT_NV(exchange_n, std::remove_cv_t<T>)
(T* p, std::remove_cv_t<T> value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __builtin_bit_cast(
      std::remove_cv_t<T>,
      ladder::simt::ordered_exchange(ladder::simt_runtime::word_at(p),
                                     __builtin_bit_cast(ladder::simt_runtime::WordOf<T>, value),
                                     ladder::simt_runtime::order_in(order, scope)));
}
SIMT_NV(exchange, void)
(T* p, std::remove_cv_t<T>* value, std::remove_cv_t<T>* to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *to = __nv_atomic_exchange_n(p, *value, order, scope);
}
// True: the word was *expected and is now `desired`. False: *expected receives the word's actual value.
SIMT_NV(compare_exchange_n, bool)
(T* p, std::remove_cv_t<T>* expected, std::remove_cv_t<T> desired, bool, int order, int,
 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using Word = ladder::simt_runtime::WordOf<T>;
  const Word wanted = __builtin_bit_cast(Word, *expected);
  const Word was = ladder::simt::ordered_compare_exchange(ladder::simt_runtime::word_at(p), wanted,
                                                          __builtin_bit_cast(Word, desired),
                                                          ladder::simt_runtime::order_in(order, scope));
  if (was == wanted) return true;
  *expected = __builtin_bit_cast(std::remove_cv_t<T>, was);
  return false;
}
SIMT_NV(compare_exchange, bool)
(T* p, std::remove_cv_t<T>* expected, std::remove_cv_t<T>* desired, bool weak, int order, int failure,
 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange_n(p, expected, *desired, weak, order, failure, scope);
}
#define SIMT_NV_UPDATE(NAME, UPDATE)                                                                  \
  SIMT_NV(fetch_##NAME, std::remove_cv_t<T>)                                                          \
  (T * p, std::remove_cv_t<T> value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {               \
    return ladder::simt::ordered_update((std::remove_cv_t<T>*)p, ladder::simt::Update::UPDATE, value, \
                                        ladder::simt_runtime::order_in(order, scope));                \
  }                                                                                                   \
  SIMT_NV(NAME, void)                                                                                 \
  (T * p, std::remove_cv_t<T> value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {               \
    __nv_atomic_fetch_##NAME(p, value, order, scope);                                                 \
  }
SIMT_NV_UPDATE(add, add)
SIMT_NV_UPDATE(sub, subtract)
SIMT_NV_UPDATE(and, bit_and)
SIMT_NV_UPDATE(or, bit_or)
SIMT_NV_UPDATE(xor, bit_xor)
SIMT_NV_UPDATE(min, minimum)
SIMT_NV_UPDATE(max, maximum)
#undef SIMT_NV_UPDATE
#undef SIMT_NV

SIMT_INLINE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD) return;
  if (scope == __NV_THREAD_SCOPE_BLOCK)
    __threadfence_block();
  else
    __threadfence();
}
