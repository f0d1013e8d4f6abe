// How the executor does an atomic, for its own files.
#pragma once
#include <atomic>
#include <type_traits>

#include "simt/executor.h"
#include "simt/workers.h"

namespace simt {

// Is this thread in an observed block? Atomics are also called in host code: a program may update managed memory there.
inline bool traced() { return current_worker && current_worker->traced; }

// May an update that changes nothing be a way to wait? atomicAdd(p, 0), a lock that is taken. (A float that is too small
// to change a sum is none.)
enum class Unchanged : bool { waits, is_work };

template <Unchanged kUnchanged, typename T, typename F>
inline T read_modify_write(T* address, const void* pc, F next,
                           trace::AtomicOrder order = trace::AtomicOrder::relaxed,
                           trace::AtomicUse use = trace::AtomicUse::update) {
  if (traced()) trace::atomic(*current_worker, address, sizeof(T), use, order, pc);
  std::atomic_ref<T> word(*address);
  T old = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(old, next(old))) {
  }
  if (kUnchanged == Unchanged::waits && next(old) == old) {
    if (current_worker) look_again(address, pc);
  } else if (traced()) {
    workers_saw_a_change();
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
             : Unchanged::waits >
                   (
                       address, pc, [=](T) { return value; }, order, trace::AtomicUse::exchange);
}

}  // namespace simt
