// Bulk copies between global and shared memory, done by the copy engine (TMA) while the threads work. One
// thread requests the copy, and a barrier in shared memory signals when the bytes have arrived. Addresses and
// sizes are multiples of 16 bytes. On the CPU: simt/async.cpp, where a copy takes effect as late as the program
// allows, which reveals a missing wait. Needs sm_90: a stage declares .needs_sm(90), or checks
// device().bulk_copies before it launches such a kernel. In code for an older GPU, these functions trap.
#pragma once
#ifdef __CUDACC__
#include <cuda/ptx>
#endif
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

// True if a block can have 227 KB of shared memory, as on an H100, H200 or B200. (An RTX's limit is 99 KB.)
inline bool has_large_shared(const device::Device& gpu) {
  return gpu.max_shared_per_block >= size_t{227} << 10;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900

using Barrier = uint64_t;
template <unsigned kCount>
__device__ void barriers_init(Barrier (&)[kCount], unsigned) {
  __trap();
}
__device__ inline void barrier_arrive(Barrier*) { __trap(); }
__device__ inline void barrier_expect(Barrier*, unsigned) { __trap(); }
__device__ inline void barrier_wait(Barrier*, unsigned) { __trap(); }
__device__ inline void bulk_load(void*, const void*, unsigned, Barrier*) { __trap(); }
__device__ inline void publish_shared_to_bulk() { __trap(); }
__device__ inline void bulk_store(void*, const void*, unsigned) { __trap(); }
template <int kPending>
__device__ void bulk_stores_read() {
  __trap();
}

#elif defined(__CUDACC__)

namespace ptx = ::cuda::ptx;

using Barrier = uint64_t;  // an mbarrier object; __shared__

// Called by one thread before any thread uses them, with a __syncthreads() or __syncwarp() in between.
// Initialises all barriers in one call, because the fence that makes them visible to the copy engine is slow.
template <unsigned kCount>
__device__ __forceinline__ void barriers_init(Barrier (&barriers)[kCount], unsigned arrivals) {
  for (Barrier& barrier : barriers) ptx::mbarrier_init(&barrier, arrivals);
  ptx::fence_proxy_async(ptx::space_shared);
}

// A phase is complete after `arrivals` arrivals, as soon as all the bytes that they expect have been copied.
__device__ __forceinline__ void barrier_arrive(Barrier* barrier) { ptx::mbarrier_arrive(barrier); }
__device__ __forceinline__ void barrier_expect(Barrier* barrier, unsigned bytes) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier, bytes);
}

// Waits until the barrier's phase number `phase` (0, 1, 2, …; only its lowest bit matters) is complete.
__device__ __forceinline__ void barrier_wait(Barrier* barrier, unsigned phase) {
  while (!ptx::mbarrier_try_wait_parity(barrier, phase & 1)) {
  }
}

// Arrives at `barrier`, whose phase completes when `bytes` bytes have been copied to shared memory.
__device__ __forceinline__ void bulk_load(void* to_shared, const void* from_global, unsigned bytes,
                                          Barrier* barrier) {
  barrier_expect(barrier, bytes);
  if (bytes)
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to_shared, from_global, bytes, barrier);
}

// Makes this thread's ordinary writes to shared memory visible to subsequent bulk stores (after a barrier among
// the threads that wrote).
__device__ __forceinline__ void publish_shared_to_bulk() { ptx::fence_proxy_async(ptx::space_shared); }

__device__ __forceinline__ void bulk_store(void* to_global, const void* from_shared, unsigned bytes) {
  if (bytes) ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to_global, from_shared, bytes);
  ptx::cp_async_bulk_commit_group();
}

// Waits until at most kPending of this thread's bulk stores have not yet read shared memory. Call with 0 before
// the kernel ends.
template <int kPending>
__device__ __forceinline__ void bulk_stores_read() {
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<kPending>());
}

#else

using simt::Barrier;
using simt::barrier_arrive;
using simt::barrier_expect;
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

}  // namespace ladder::stage::inline STAGE_BACKEND
