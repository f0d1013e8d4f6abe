// Atomics with memory orders, for cuda/atomic (harness/executor/runtime/include): functions of the executor
// that pass their order and scope to the trace. These atomics also work in host code.
#pragma once
#include <cstdint>

#include "simt/exchange.h"

namespace ladder::simt {

// The ordering that an access provides in addition to atomicity.
enum class Order : uint8_t { relaxed, acquire, release, acquire_release };
struct OrderIn {  // an order and its scope
  Order order;
  bool block;  // orders only the threads in one block
};

// Defined for the types uint8_t, uint16_t, uint32_t and uint64_t.
template <typename Word>
Word ordered_load(const Word*, OrderIn);
template <typename Word>
void ordered_store(Word*, Word, OrderIn);
template <typename Word>
Word exchange_in_order(Word*, Word, OrderIn);
template <typename Word>
inline __attribute__((always_inline)) Word ordered_exchange(Word* p, Word value, OrderIn in) {
  return result_used(p, exchange_in_order(p, value, in));
}
template <typename Word>  // returns the old value, which is `expected` if the exchange succeeded
Word ordered_compare_exchange(Word*, Word expected, Word value, OrderIn);

// Defined for all integer types, and for float and double.
enum class Update : uint8_t { add, subtract, bit_and, bit_or, bit_xor, minimum, maximum };
template <typename T>
T update_in_order(T*, Update, T, OrderIn);
template <typename T>
inline __attribute__((always_inline)) T ordered_update(T* p, Update update, T value, OrderIn in) {
  return result_used(p, update_in_order(p, update, value, in));
}

}  // namespace ladder::simt
