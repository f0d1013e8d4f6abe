// Bulk copies between global and shared memory, done by the copy engine (TMA) while the threads work: one
// thread asks, and a barrier in shared memory tells when the bytes have arrived. sm_90 and up. Addresses and
// sizes are multiples of 16 bytes. On the CPU: simt/async.cpp, where a copy happens as late as the program
// allows, so that a missing wait shows.
#pragma once
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

#ifdef __CUDACC__

using Barrier = unsigned long long;  // an mbarrier object; __shared__

__device__ __forceinline__ uint32_t shared_address(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

// By one thread, before anybody uses them (a __syncthreads() or __syncwarp() between). All at once: the fence
// that shows them to the copy engine takes its time.
template <unsigned kCount>
__device__ __forceinline__ void barriers_init(Barrier (&barriers)[kCount], unsigned arrivals) {
  for (Barrier& barrier : barriers)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(arrivals));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// Until the barrier's phase number `phase` (0, 1, 2, …; its lowest bit counts) is complete.
__device__ __forceinline__ void barrier_wait(Barrier* barrier, unsigned phase) {
  asm volatile(
      "{.reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
      "@!done bra again;}" ::"r"(shared_address(barrier)),
      "r"(phase & 1)
      : "memory");
}

// Arrives at `barrier`, whose phase completes when `bytes` bytes have been copied to shared memory.
__device__ __forceinline__ void bulk_load(void* to_shared, const void* from_global, unsigned bytes,
                                          Barrier* barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
  if (bytes)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            shared_address(to_shared)),
        "l"(from_global), "r"(bytes), "r"(shared_address(barrier))
        : "memory");
}

// Makes this thread's ordinary writes to shared memory visible to the bulk stores that follow (after a
// barrier among the threads that wrote).
__device__ __forceinline__ void publish_shared_to_bulk() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ __forceinline__ void bulk_store(void* to_global, const void* from_shared, unsigned bytes) {
  if (bytes)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to_global),
                 "r"(shared_address(from_shared)), "r"(bytes)
                 : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

// Until at most kPending of this thread's bulk stores have still to read shared
// memory. 0 before the kernel ends.
template <int kPending>
__device__ __forceinline__ void bulk_stores_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kPending) : "memory");
}

#else

using simt::Barrier;
using simt::barrier_wait;
using simt::bulk_load;
using simt::bulk_store;
using simt::publish_shared_to_bulk;

template <unsigned kCount>
SIMT_INLINE void barriers_init(Barrier (&barriers)[kCount], unsigned arrivals) {
  for (Barrier& barrier : barriers) simt::barrier_init(&barrier, arrivals);
}

template <int kPending>
SIMT_INLINE void bulk_stores_read() {
  simt::bulk_stores_read(kPending);
}

#endif

}  // namespace stage::inline STAGE_BACKEND
