// The functions that instrumented kernels call: g++'s -fsanitize=thread and -fsanitize-coverage=trace-pc
// without their run-time libraries. Nothing happens unless this thread runs an observed block.
#include <cstddef>
#include <cstring>

#include "simt/trace/context.h"

using namespace simt::trace;

#define PC __builtin_return_address(0)

namespace {

[[gnu::always_inline]] inline void see(const volatile void* p, unsigned bytes, AccessKind kind,
                                       const void* pc) {
  if (Context* c = active) observe(*c, reinterpret_cast<uintptr_t>(p), bytes, kind, pc);
}

// Volatile was how a warp's lanes shared memory without a barrier, when they moved in lockstep. Here they do
// so at their volatile accesses: such code then computes what it did, and its race is still one.
[[gnu::always_inline]] inline void see_volatile(const volatile void* p, unsigned bytes, AccessKind kind,
                                                const void* pc) {
  Context* c = active;
  if (c && c->shared.holds(reinterpret_cast<uintptr_t>(p))) simt::move_in_lockstep(pc);
  see(p, bytes, kind, pc);
}

// An access that the compiler knows no alignment for, or whose size is not that of a register: the pieces in
// which a GPU would do it.
void see_range(const volatile void* p, size_t bytes, AccessKind kind, const void* pc) {
  Context* c = active;
  if (!c) return;
  auto address = reinterpret_cast<uintptr_t>(p);
  while (bytes) {
    unsigned piece = 16;
    while (address % piece || piece > bytes) piece /= 2;
    observe(*c, address, piece, kind, pc);
    address += piece;
    bytes -= piece;
  }
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
ACCESS(16)

void __tsan_read_range(void* p, size_t bytes) { see_range(p, bytes, AccessKind::read, PC); }
void __tsan_write_range(void* p, size_t bytes) { see_range(p, bytes, AccessKind::write, PC); }

void* __tsan_memcpy(void* to, const void* from, size_t bytes) {
  see_range(from, bytes, AccessKind::read, PC);
  see_range(to, bytes, AccessKind::write, PC);
  return memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, size_t bytes) {
  see_range(from, bytes, AccessKind::read, PC);
  see_range(to, bytes, AccessKind::write, PC);
  return memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int byte, size_t bytes) {
  see_range(to, bytes, AccessKind::write, PC);
  return memset(to, byte, bytes);
}

void __tsan_init() {}

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
  const unsigned lane = c->worker->current;
  if (c->deeper[lane])
    --c->deeper[lane];
  else
    c->call[lane] += kOneCall;
}

void __sanitizer_cov_trace_pc() {
  if (Context* c = active) record(*c, c->worker->current, Kind::basic_block, 0, 0, PC);
}

// Called by simt_count_division below.
void simt_record_division(const void* pc) {
  if (Context* c = active) record(*c, c->worker->current, Kind::division, 0, 0, pc);
}

// A kernel file's own std::atomic_ref or __atomic builtin, should it have one.
#define ATOMIC(BITS, T)                                                                                    \
  static void atomic##BITS(const volatile T* p, bool rmw, bool store, int order, const void* pc) {         \
    using simt::trace::AtomicOrder;                                                                        \
    const bool acquires =                                                                                  \
        order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order >= __ATOMIC_ACQ_REL;               \
    const bool releases = order == __ATOMIC_RELEASE || order >= __ATOMIC_ACQ_REL;                          \
    if (Context* c = active)                                                                               \
      simt::trace::atomic(*c->worker, const_cast<const T*>(p), sizeof(T), rmw, store,                      \
                          acquires&& releases ? AtomicOrder::acquire_release                               \
                          : acquires          ? AtomicOrder::acquire                                       \
                          : releases          ? AtomicOrder::release                                       \
                                              : AtomicOrder::relaxed,                                               \
                          pc);                                                                             \
  }                                                                                                        \
  T __tsan_atomic##BITS##_load(const volatile T* p, int order) {                                           \
    atomic##BITS(p, false, false, order, PC);                                                              \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                           \
  }                                                                                                        \
  void __tsan_atomic##BITS##_store(volatile T* p, T value, int order) {                                    \
    atomic##BITS(p, false, true, order, PC);                                                               \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                          \
  }                                                                                                        \
  T __tsan_atomic##BITS##_exchange(volatile T* p, T value, int order) {                                    \
    atomic##BITS(p, true, true, order, PC);                                                                \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                                        \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile T* p, T* expected, T value, int order, int) { \
    atomic##BITS(p, true, true, order, PC);                                                                \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
  }                                                                                                        \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile T* p, T* expected, T value, int order,          \
                                                  int failure) {                                           \
    (void)failure;                                                                                         \
    atomic##BITS(p, true, true, order, PC);                                                                \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
  }                                                                                                        \
  ATOMIC_FETCH(BITS, T, add)                                                                               \
  ATOMIC_FETCH(BITS, T, sub)                                                                               \
  ATOMIC_FETCH(BITS, T, and)                                                                               \
  ATOMIC_FETCH(BITS, T, or)                                                                                \
  ATOMIC_FETCH(BITS, T, xor)
#define ATOMIC_FETCH(BITS, T, OP)                                         \
  T __tsan_atomic##BITS##_fetch_##OP(volatile T* p, T value, int order) { \
    atomic##BITS(p, true, true, order, PC);                               \
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

// shared_memory.awk puts a call of this before every division instruction, where any register may be in use.
asm(R"(
  .text
  .p2align 4
  .globl simt_count_division
  .type simt_count_division, @function
simt_count_division:
  pushq %rbp
  movq  %rsp, %rbp
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  andq  $-16, %rsp
  subq  $256, %rsp
  movaps %xmm0, (%rsp)
  movaps %xmm1, 16(%rsp)
  movaps %xmm2, 32(%rsp)
  movaps %xmm3, 48(%rsp)
  movaps %xmm4, 64(%rsp)
  movaps %xmm5, 80(%rsp)
  movaps %xmm6, 96(%rsp)
  movaps %xmm7, 112(%rsp)
  movaps %xmm8, 128(%rsp)
  movaps %xmm9, 144(%rsp)
  movaps %xmm10, 160(%rsp)
  movaps %xmm11, 176(%rsp)
  movaps %xmm12, 192(%rsp)
  movaps %xmm13, 208(%rsp)
  movaps %xmm14, 224(%rsp)
  movaps %xmm15, 240(%rsp)
  movq  8(%rbp), %rdi
  call  simt_record_division
  movaps (%rsp), %xmm0
  movaps 16(%rsp), %xmm1
  movaps 32(%rsp), %xmm2
  movaps 48(%rsp), %xmm3
  movaps 64(%rsp), %xmm4
  movaps 80(%rsp), %xmm5
  movaps 96(%rsp), %xmm6
  movaps 112(%rsp), %xmm7
  movaps 128(%rsp), %xmm8
  movaps 144(%rsp), %xmm9
  movaps 160(%rsp), %xmm10
  movaps 176(%rsp), %xmm11
  movaps 192(%rsp), %xmm12
  movaps 208(%rsp), %xmm13
  movaps 224(%rsp), %xmm14
  movaps 240(%rsp), %xmm15
  leaq  -72(%rbp), %rsp
  popq  %r11
  popq  %r10
  popq  %r9
  popq  %r8
  popq  %rdi
  popq  %rsi
  popq  %rdx
  popq  %rcx
  popq  %rax
  popq  %rbp
  ret
  .size simt_count_division, .-simt_count_division
)");
