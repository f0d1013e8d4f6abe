// The functions that instrumented kernels call. These functions replace the run-time libraries of g++'s
// -fsanitize=thread and -fsanitize-coverage=trace-pc, and do nothing unless this thread runs an observed
// block.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "simt/trace/context.h"
#include "simt/trace/schedule.h"
#include "simt/trace/share.h"
#include "simt/workers.h"

using namespace ladder;

using namespace ladder::simt::trace;

#define PC SIMT_CALLER

namespace {

// Handles an access outside any observed thread. An access by host code is passed on to the judge or to a
// program's runtime if it has requested such accesses.
[[gnu::always_inline]] inline void host_sees(const volatile void* p, size_t bytes, bool reads) {
  if (simt::current_worker != nullptr) return;
  if (watch_host) [[unlikely]]
    host_access(reinterpret_cast<uintptr_t>(p), bytes, reads);
  if (see_host_access != nullptr) [[unlikely]]
    see_host_access(reinterpret_cast<uintptr_t>(p), bytes, reads);
}

[[gnu::always_inline]] inline void see(const volatile void* p, unsigned bytes, AccessKind kind,
                                       const void* pc) {
  SIMT_STEP();
  if (Context* c = active)
    observe(*c, reinterpret_cast<uintptr_t>(p), bytes, kind, pc);
  else
    host_sees(p, bytes, kind == AccessKind::read);
}

// On GPUs whose warps moved in lockstep, lanes could share volatile memory without a barrier. On the
// executor, lanes reconverge at volatile accesses, so that such code computes the same results as on those
// GPUs. The race in such code is still reported.
[[gnu::always_inline]] inline void see_volatile(const volatile void* p, unsigned bytes, AccessKind kind,
                                                const void* pc) {
  SIMT_STEP();
  if (before_volatile != nullptr) [[unlikely]]
    before_volatile(p);
  const auto address = reinterpret_cast<uintptr_t>(p);
  // Between a thread's read and its write, another block may write the word.
  constexpr unsigned kOneWriteIn = 4;
  if (kind == AccessKind::write && active && !active->shared.holds(address) && steps_aside(kOneWriteIn))
    simt::workers_step_aside();
  Context* c = active;
  if (!c) return host_sees(p, bytes, kind == AccessKind::read);
  const bool write = kind == AccessKind::write;
  if (write) simt::workers_saw_a_change();
  if (c->shared.holds(address)) {
    simt::move_in_lockstep(pc);
    // A word that a thread waits for orders the accesses that fences order.
    if (!write && c->check && waits_here(pc)) note_waited_for(*c, address);
    if (c->check && (c->ordering.any_fence || (!write && waits_here(pc))))
      ordering_atomic(*c, address, false, write, AtomicOrder::relaxed, pc);
    kind = write ? AccessKind::volatile_write : AccessKind::volatile_read;
  } else if (cell_of(*c, address)) {  // threads may communicate through it
    if (!write) simt::look_again(const_cast<const void*>(p), pc);
    if (!write && c->check && waits_here(pc)) note_waited_for(*c, address);
    if (c->check) ordering_atomic(*c, address, false, write, AtomicOrder::relaxed, pc);
    if (write) ++c->ordering.volatile_stores;
    c->gives_back = write && c->locks.held && holds_lock(*c, address);
    if (c->gives_back && c->check) locks_stored(*c, address);
    kind = write ? AccessKind::volatile_write : AccessKind::volatile_read;
  }
  observe(*c, address, bytes, kind, pc);
  if (write && c->check) ordering_after_atomic(*c, address);
  c->gives_back = false;
}

// An access to a structure, or to a value that does not have the size of a register.
void see_range(const volatile void* p, size_t bytes, AccessKind kind, const void* pc) {
  if (Context* c = active)
    observe_structure(*c, reinterpret_cast<uintptr_t>(p), bytes, kind, pc);
  else
    host_sees(p, bytes, kind == AccessKind::read);
}

// nvcc copies and compares byte by byte, because it does not know the pointers' alignment.
void see_bytes(const void* from, void* to, size_t bytes, const void* pc) {
  Context* c = active;
  if (!c) {
    if (from) host_sees(from, bytes, true);
    if (to) host_sees(to, bytes, false);
    return;
  }
  const auto is = [&](const AddressRange& r, const void* p) {
    return r.begin == reinterpret_cast<uintptr_t>(p) && r.bytes == bytes;
  };
  const auto& seen = c->last_structures;  // has the copy of a large structure already been observed?
  if ((is(seen[0], from) && is(seen[1], to)) || (is(seen[1], from) && is(seen[0], to))) return;
  c->in_structure = true;
  ++c->structures;
  for (size_t i = 0; i < bytes; ++i) {
    if (from) observe(*c, reinterpret_cast<uintptr_t>(from) + i, 1, AccessKind::read, pc);
    if (to) observe(*c, reinterpret_cast<uintptr_t>(to) + i, 1, AccessKind::write, pc);
  }
  c->in_structure = false;
}

}  // namespace

extern "C" {

#define ACCESS(N)                                                                                 \
  void __tsan_read##N(void* p) { see(p, N, AccessKind::read, PC); }                               \
  void __tsan_write##N(void* p) { see(p, N, AccessKind::write, PC); }                             \
  void __tsan_volatile_read##N(void* p) { see_volatile(p, N, AccessKind::read, PC); }             \
  void __tsan_volatile_write##N(void* p) { see_volatile(p, N, AccessKind::write, PC); }           \
  void __tsan_unaligned_read##N(void* p) { see(p, N, AccessKind::read, PC); }                     \
  void __tsan_unaligned_write##N(void* p) { see(p, N, AccessKind::write, PC); }                   \
  void __tsan_unaligned_volatile_read##N(void* p) { see_volatile(p, N, AccessKind::read, PC); }   \
  void __tsan_unaligned_volatile_write##N(void* p) { see_volatile(p, N, AccessKind::write, PC); } \
  void __tsan_read_write##N(void* p) {                                                            \
    see(p, N, AccessKind::read, PC);                                                              \
    see(p, N, AccessKind::write, PC);                                                             \
  }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
#undef ACCESS
#define ACCESS(N)                                                                                 \
  void __tsan_read##N(void* p) { see_range(p, N, AccessKind::read, PC); }                         \
  void __tsan_write##N(void* p) { see_range(p, N, AccessKind::write, PC); }                       \
  void __tsan_unaligned_read##N(void* p) { see_range(p, N, AccessKind::read, PC); }               \
  void __tsan_unaligned_write##N(void* p) { see_range(p, N, AccessKind::write, PC); }             \
  void __tsan_volatile_read##N(void* p) { see_volatile(p, N, AccessKind::read, PC); }             \
  void __tsan_volatile_write##N(void* p) { see_volatile(p, N, AccessKind::write, PC); }           \
  void __tsan_unaligned_volatile_read##N(void* p) { see_volatile(p, N, AccessKind::read, PC); }   \
  void __tsan_unaligned_volatile_write##N(void* p) { see_volatile(p, N, AccessKind::write, PC); } \
  void __tsan_read_write##N(void* p) {                                                            \
    see_range(p, N, AccessKind::read, PC);                                                        \
    see_range(p, N, AccessKind::write, PC);                                                       \
  }
ACCESS(16)

void __tsan_read_range(void* p, size_t bytes) { see_range(p, bytes, AccessKind::read, PC); }
void __tsan_write_range(void* p, size_t bytes) { see_range(p, bytes, AccessKind::write, PC); }

void* simt_memcpy(void* to, const void* from, size_t bytes) {
  see_bytes(from, to, bytes, PC);
  return memcpy(to, from, bytes);
}
void* simt_memmove(void* to, const void* from, size_t bytes) {
  see_bytes(from, to, bytes, PC);
  return memmove(to, from, bytes);
}
void* simt_memset(void* to, int byte, size_t bytes) {
  see_bytes(nullptr, to, bytes, PC);
  return memset(to, byte, bytes);
}
int simt_memcmp(const void* a, const void* b, size_t bytes) {
  const auto *x = static_cast<const unsigned char*>(a), *y = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < bytes; ++i) {
    see_bytes(x + i, nullptr, 1, PC);
    see_bytes(y + i, nullptr, 1, PC);
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

void __tsan_init() {}
void __tsan_vptr_update(void** p, void*) { see(p, sizeof *p, AccessKind::write, PC); }  // for constructors

void __tsan_func_entry(void*) {
  Context* c = active;
  if (!c) return;
  const unsigned lane = c->worker->current;
  if (c->call[lane] == 0)
    ++c->deeper[lane];
  else
    c->call[lane] -= kOneCall;
}

void __tsan_func_exit() {
  Context* c = active;
  if (!c) return;
  if (c->index_to_come.certain) [[unlikely]]
    report_index(*c);
  const unsigned lane = c->worker->current;
  if (c->deeper[lane])
    --c->deeper[lane];
  else
    c->call[lane] += kOneCall;
}

void __sanitizer_cov_trace_pc() {
  SIMT_STEP();
  Context* c = active;
  if (!c) {
    if (simt::current_worker == nullptr) ++session.share.host_steps;  // null: this is host code
    return;
  }
  if (c->index_to_come.certain) [[unlikely]]
    report_index(*c);
  if (c->index_to_come.row == 0) c->index_to_come.pc = nullptr;
  c->reads = 0;
  record(*c, c->worker->current, Kind::basic_block, 0, 0, PC);
}

// Called by the stubs of the platform.
void simt_record_division(const void* pc) {
  if (Context* c = active) record(*c, c->worker->current, Kind::division, 0, 0, pc);
}
void simt_record_float_division(const void*) {
  if (active) ++session.share.float_divisions;
}
void simt_see_argument(const void* pc, const void* p, unsigned bytes) {
  if (Context* c = active)
    observe_argument(*c, reinterpret_cast<uintptr_t>(p), bytes, pc);
  else
    host_sees(p, bytes, true);
}
void simt_see_copied(const void* pc, const void* p, unsigned unit, size_t units) {
  if (Context* c = active)
    observe_argument(*c, reinterpret_cast<uintptr_t>(p), unit * units, pc);
  else
    host_sees(p, unit * units, true);
}
void simt_see_stored(const void* pc, const void* p, unsigned unit, size_t units) {
  if (Context* c = active)
    observe_result(*c, reinterpret_cast<uintptr_t>(p), unit * units, pc);
  else
    host_sees(p, unit * units, false);
}

// Called for std::atomic_ref or an __atomic builtin, if a kernel file uses one.
#define ATOMIC(BITS, T)                                                                                    \
  static void atomic##BITS(const volatile T* p, ladder::simt::trace::AtomicUse use, int order,             \
                           const void* pc) {                                                               \
    using ladder::simt::trace::AtomicOrder;                                                                \
    const bool acquires =                                                                                  \
        order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order >= __ATOMIC_ACQ_REL;               \
    const bool releases = order == __ATOMIC_RELEASE || order >= __ATOMIC_ACQ_REL;                          \
    if (Context* c = active)                                                                               \
      ladder::simt::trace::atomic(*c->worker, const_cast<const T*>(p), sizeof(T), use,                     \
                                  acquires&& releases ? AtomicOrder::acquire_release                       \
                                  : acquires          ? AtomicOrder::acquire                               \
                                  : releases          ? AtomicOrder::release                               \
                                                      : AtomicOrder::relaxed,                                       \
                                  pc);                                                                     \
    else                                                                                                   \
      host_sees(p, sizeof(T), use != ladder::simt::trace::AtomicUse::store);                               \
  }                                                                                                        \
  T __tsan_atomic##BITS##_load(const volatile T* p, int order) {                                           \
    if (active) ladder::simt::look_again(const_cast<const T*>(p), PC);                                     \
    atomic##BITS(p, ladder::simt::trace::AtomicUse::load, order, PC);                                      \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                           \
  }                                                                                                        \
  void __tsan_atomic##BITS##_store(volatile T* p, T value, int order) {                                    \
    atomic##BITS(p, ladder::simt::trace::AtomicUse::store, order, PC);                                     \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                          \
  }                                                                                                        \
  T __tsan_atomic##BITS##_exchange(volatile T* p, T value, int order) {                                    \
    atomic##BITS(p, ladder::simt::trace::AtomicUse::fetch, order, PC);                                     \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                                        \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile T* p, T* expected, T value, int order, int) { \
    atomic##BITS(p, ladder::simt::trace::AtomicUse::fetch, order, PC);                                     \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
  }                                                                                                        \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile T* p, T* expected, T value, int order,          \
                                                  int failure) {                                           \
    (void)failure;                                                                                         \
    atomic##BITS(p, ladder::simt::trace::AtomicUse::fetch, order, PC);                                     \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
  }                                                                                                        \
  ATOMIC_FETCH(BITS, T, add)                                                                               \
  ATOMIC_FETCH(BITS, T, sub)                                                                               \
  ATOMIC_FETCH(BITS, T, and)                                                                               \
  ATOMIC_FETCH(BITS, T, or)                                                                                \
  ATOMIC_FETCH(BITS, T, xor)
#define ATOMIC_FETCH(BITS, T, OP)                                         \
  T __tsan_atomic##BITS##_fetch_##OP(volatile T* p, T value, int order) { \
    atomic##BITS(p, ladder::simt::trace::AtomicUse::fetch, order, PC);    \
    return __atomic_fetch_##OP(p, value, __ATOMIC_SEQ_CST);               \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

void __tsan_atomic_thread_fence(int) {
  if (Context* c = active) simt::trace::fence(*c->worker, simt::trace::FenceScope::device, PC);
}
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
