// Atomics and fences. These operations are functions of the executor, so that the trace records them as
// atomics rather than as loads and stores.
#include <atomic>
#include <thread>

#include "simt/atomic_words.h"
#include "simt/shared_memory.h"

using namespace ladder::simt;
#define HERE SIMT_CALLER

namespace {

// The result wraps around, even for signed integers.
template <typename T>
T plus(T a, T b) {
  if constexpr (std::is_same_v<T, int>)
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  else
    return a + b;
}

// Each component of a vector is updated separately; the hardware issues one request for all components.
template <typename Vector>
Vector add_parts(Vector* address, Vector value, const void* pc) {
  if (current_worker && find_shared(address)) {
    report_hazard(HazardKind::invalid_address, "shared",
                  {pc, "atomic", static_cast<int>(current_worker->current), current_worker->block_index}, {},
                  {}, {Cause::vector_atomic_in_shared});
    abandon_block();
  }
  if (traced()) {
    trace::atomic(*current_worker, address, sizeof(Vector), trace::AtomicUse::update,
                  trace::AtomicOrder::relaxed, pc);
    workers_saw_a_change();
  }
  Vector old;
  for (size_t i = 0; i < sizeof(Vector) / sizeof(float); ++i)
    reinterpret_cast<float*>(&old)[i] = std::atomic_ref(reinterpret_cast<float*>(address)[i])
                                            .fetch_add(reinterpret_cast<const float*>(&value)[i]);
  return old;
}

void fence(trace::FenceScope scope, const void* pc) {
  if (traced()) trace::fence(*current_worker, scope, pc);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace

#define DEFINE(T, F, NEXT)                                                     \
  T simt_##F(T* address, T value) {                                            \
    return read_modify_write(address, HERE, [=](T old) -> T { return NEXT; }); \
  }
#define DEFINE_ADD(T, F) DEFINE(T, F, plus(old, value))
#define DEFINE_EXCHANGE(T, F) \
  T simt_##F(T* address, T value) { return exchange(address, HERE, value); }
#define DEFINE_MIN(T, F) DEFINE(T, F, value < old ? value : old)
#define DEFINE_MAX(T, F) DEFINE(T, F, old < value ? value : old)
#define DEFINE_AND(T, F) DEFINE(T, F, old& value)
#define DEFINE_OR(T, F) DEFINE(T, F, old | value)
#define DEFINE_XOR(T, F) DEFINE(T, F, old ^ value)
SIMT_ATOMIC_ADD(DEFINE_ADD)
SIMT_ATOMIC_EXCHANGE(DEFINE_EXCHANGE)
SIMT_ATOMIC_ALL(DEFINE_MIN, atomicMin)
SIMT_ATOMIC_ALL(DEFINE_MAX, atomicMax)
SIMT_ATOMIC_ALL(DEFINE_AND, atomicAnd)
SIMT_ATOMIC_ALL(DEFINE_OR, atomicOr)
SIMT_ATOMIC_ALL(DEFINE_XOR, atomicXor)
DEFINE(int, atomicSub, plus(old, plus(~value, 1)))
DEFINE(unsigned, atomicSub, old - value)
DEFINE(unsigned, atomicInc, old >= value ? 0u : old + 1)
DEFINE(unsigned, atomicDec, old == 0 || old > value ? value : old - 1)
float2 simt_atomicAdd(float2* address, float2 value) { return add_parts(address, value, HERE); }
float4 simt_atomicAdd(float4* address, float4 value) { return add_parts(address, value, HERE); }

#define DEFINE_COMPARE(T) \
  T simt_atomicCAS(T* address, T compare, T value) { return compare_exchange(address, HERE, compare, value); }
SIMT_ATOMIC_COMPARE(DEFINE_COMPARE)

void __threadfence_block() { fence(trace::FenceScope::block, HERE); }
void __threadfence() { fence(trace::FenceScope::device, HERE); }
void __threadfence_system() { fence(trace::FenceScope::system, HERE); }
// A loop of sleeps may end on its own, so a thread counts as waiting only after a large number of sleeps.
void __nanosleep(unsigned) {
  constexpr unsigned kMostSleeps = 10'000;
  if (!current_worker) return;
  Lane& lane = current_worker->lane[current_worker->current];
  if (current_worker->launch->traced && ++lane.sleeps < kMostSleeps) workers_saw_a_change();
  spin_wait(HERE);
}

namespace ladder::simt {
void of_block() noexcept {
  if (traced()) trace::next_atomic_of_block(*current_worker);
}
template <typename T>
T result_used(const T* address, T old) noexcept {
  if (traced()) trace::result_used(*current_worker, address, sizeof(T), HERE);
  return old;
}
#define USED(T) template T result_used(const T*, T) noexcept;
USED(int)
USED(unsigned)
USED(unsigned long)
USED(unsigned long long)
USED(float)
USED(double)
USED(float2)
USED(float4)
USED(char)
USED(signed char)
USED(long)
USED(long long)
USED(short)
USED(uint8_t)
USED(uint16_t)
}  // namespace ladder::simt

void __trap() {
  report_hazard(HazardKind::crash, "",
                {HERE, "trap", static_cast<int>(current_worker->current), current_worker->block_index}, {},
                {}, {Cause::trap});
  abandon_block();
}
