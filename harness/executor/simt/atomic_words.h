// The implementation of atomics, for the executor's own files.
#pragma once
#include <atomic>
#include <cstring>
#include <type_traits>

#include "simt/executor.h"
#include "simt/workers.h"

namespace ladder::simt {

// Is this thread in an observed block? (Atomics are also called in host code, where a program may update
// managed memory.)
inline bool traced() { return current_worker && current_worker->traced; }

// Can a thread wait by means of an update that changes nothing? Examples: atomicAdd(p, 0), or taking a lock
// that is already taken. (Adding a float that is too small to change the sum does not count as waiting. For a
// compare-and-swap, the caller decides.)
enum class Unchanged : uint8_t { waits, is_work, is_known_to_caller };

// If the word is a lock, can an update that changes the word take the lock?
enum class MayTake : bool { no, yes };

template <typename T>
uint64_t bits_of(T value) {
  uint64_t bits = 0;
  if constexpr (sizeof value <= sizeof bits) std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <Unchanged kUnchanged, typename T, typename F>
inline T read_modify_write(T* address, const void* pc, F next,
                           trace::AtomicOrder order = trace::AtomicOrder::relaxed,
                           trace::AtomicUse use = trace::AtomicUse::update, MayTake may_take = MayTake::no) {
  if (traced()) trace::atomic(*current_worker, address, sizeof(T), use, order, pc);
  std::atomic_ref<T> word(*address);
  T old = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(old, next(old))) {
  }
  if (kUnchanged != Unchanged::is_work && next(old) == old) {
    if (kUnchanged == Unchanged::waits && current_worker) changed_nothing(address, pc);
  } else if (traced()) {
    workers_saw_a_change();
    trace::atomic_changed(*current_worker, address, bits_of(old), bits_of(next(old)),
                          may_take == MayTake::yes, pc);
  }
  return old;
}
template <typename T, typename F>
inline T read_modify_write(T* address, const void* pc, F next,
                           trace::AtomicOrder order = trace::AtomicOrder::relaxed) {
  return read_modify_write < std::is_floating_point_v<T> ? Unchanged::is_work
                                                         : Unchanged::waits > (address, pc, next, order);
}

template <typename T>
inline T exchange(T* address, const void* pc, T value,
                  trace::AtomicOrder order = trace::AtomicOrder::relaxed) {
  return read_modify_write < std::is_floating_point_v<T>
             ? Unchanged::is_work
             : Unchanged::waits > (
                                      address, pc, [=](T) { return value; }, order,
                                      trace::AtomicUse::exchange, MayTake::yes);
}

// Has the running thread's compare-and-swap failed here before, and does the thread now expect the value that
// it found then? If so, another thread has changed the word in the meantime, which is progress: the loop
// computes a new value and does not wait for a lock.
template <typename T>
bool tries_with_what_it_found(const T* address, T expected, T found) {
  Lane& lane = current_worker->lane[current_worker->current];
  const bool again = lane.failed_at == address && lane.failed_with == bits_of(expected);
  lane.failed_at = address;
  lane.failed_with = bits_of(found);
  return again;
}

template <typename T>
inline T compare_exchange(T* address, const void* pc, T expected, T value,
                          trace::AtomicOrder order = trace::AtomicOrder::relaxed, bool uses_result = false) {
  if (traced()) trace::atomic_compares(*current_worker, address, sizeof(T), uses_result);
  const T old = read_modify_write<Unchanged::is_known_to_caller>(
      address, pc, [=](T x) { return x == expected ? value : x; }, order, trace::AtomicUse::update,
      MayTake::yes);
  if (!current_worker || (old == expected && value != old)) return old;
  if (old != expected && tries_with_what_it_found(address, expected, old)) return old;
  changed_nothing(address, pc);
  if (old == expected) return old;
  if (traced()) trace::waits_for_word(*current_worker, address, false);
  current_worker->lane[current_worker->current].waits_for = address;
  spin_wait(pc);  // a loop that waits for a lock: let the thread that holds the lock run
  return old;
}

}  // namespace ladder::simt
