// Atomics and fences. They are functions of the executor, so the trace sees them as what they are.
#include <atomic>
#include <thread>

#include "simt/executor.h"
#include "simt/workers.h"

using namespace simt;
#define HERE __builtin_return_address(0)

namespace {

template <typename T, typename F>
inline T read_modify_write(T* address, const void* pc, F next) {
  if (current_worker->traced)
    trace::atomic(*current_worker, address, sizeof(T), true, true, trace::AtomicOrder::relaxed, pc);
  std::atomic_ref<T> word(*address);
  T old = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(old, next(old))) {
  }
  // atomicAdd(p, 0), a lock that is taken: a way to wait. (A float that is too small to change a sum is none.)
  if (std::is_integral_v<T> && next(old) == old)
    look_again(address, pc);
  else if (current_worker->traced)
    workers_saw_a_change();
  return old;
}

// Wrap-around, also for signed integers.
template <typename T>
T plus(T a, T b) {
  if constexpr (std::is_same_v<T, int>)
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  else
    return a + b;
}

void fence(trace::FenceScope scope, const void* pc) {
  if (current_worker->traced) trace::fence(*current_worker, scope, pc);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace

#define DEFINE_ATOMICS(T)                                                                          \
  T atomicAdd(T* address, T value) {                                                               \
    return read_modify_write(address, HERE, [=](T old) { return plus(old, value); });              \
  }                                                                                                \
  T atomicMin(T* address, T value) {                                                               \
    return read_modify_write(address, HERE, [=](T old) { return value < old ? value : old; });     \
  }                                                                                                \
  T atomicMax(T* address, T value) {                                                               \
    return read_modify_write(address, HERE, [=](T old) { return old < value ? value : old; });     \
  }                                                                                                \
  T atomicExch(T* address, T value) {                                                              \
    return read_modify_write(address, HERE, [=](T) { return value; });                             \
  }                                                                                                \
  T atomicCAS(T* address, T compare, T value) {                                                    \
    if (current_worker->traced) trace::atomic_compares(*current_worker, address, sizeof(T));       \
    const T old = read_modify_write(address, HERE, [=](T o) { return o == compare ? value : o; }); \
    if (old != compare) spin_wait(HERE); /* a lock's loop: let its holder run */                   \
    return old;                                                                                    \
  }
SIMT_ATOMIC_INTEGERS(DEFINE_ATOMICS)

int atomicSub(int* address, int value) {
  return read_modify_write(address, HERE, [=](int old) { return plus(old, plus(~value, 1)); });
}
unsigned atomicSub(unsigned* address, unsigned value) {
  return read_modify_write(address, HERE, [=](unsigned old) { return old - value; });
}
unsigned atomicInc(unsigned* address, unsigned limit) {
  return read_modify_write(address, HERE, [=](unsigned old) { return old >= limit ? 0u : old + 1; });
}
unsigned atomicDec(unsigned* address, unsigned limit) {
  return read_modify_write(address, HERE,
                           [=](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}
unsigned atomicAnd(unsigned* address, unsigned value) {
  return read_modify_write(address, HERE, [=](unsigned old) { return old & value; });
}
unsigned atomicOr(unsigned* address, unsigned value) {
  return read_modify_write(address, HERE, [=](unsigned old) { return old | value; });
}
unsigned atomicXor(unsigned* address, unsigned value) {
  return read_modify_write(address, HERE, [=](unsigned old) { return old ^ value; });
}
float atomicAdd(float* address, float value) {
  return read_modify_write(address, HERE, [=](float old) { return old + value; });
}
double atomicAdd(double* address, double value) {
  return read_modify_write(address, HERE, [=](double old) { return old + value; });
}
float atomicExch(float* address, float value) {
  return read_modify_write(address, HERE, [=](float) { return value; });
}

void __threadfence_block() { fence(trace::FenceScope::block, HERE); }
void __threadfence() { fence(trace::FenceScope::device, HERE); }
void __threadfence_system() { fence(trace::FenceScope::system, HERE); }
void __nanosleep(unsigned) { spin_wait(HERE); }

void __trap() {
  report_hazard(HazardKind::crash, "",
                {HERE, "trap", static_cast<int>(current_worker->current), current_worker->block_index}, {},
                "", "the kernel called __trap()");
  abandon_block();
}
