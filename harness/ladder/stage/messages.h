// Messages between the blocks of a launch: a value and an epoch, stored and loaded atomically as one word. A
// reader that finds the right epoch therefore has the value too, and no fence is needed. Each launch has its
// own epoch, so messages from the previous launch are recognised as old and need no reset. Used by stages
// whose blocks wait for each other.
//
// On the GPU: relaxed loads and stores at device scope, or, between GPUs, at system scope. These are atomic for
// 8 bytes on every GPU, and for 16 bytes since sm_70 (PTX ISA, "memory consistency model"). On the CPU:
// simt/async.cpp, where peek() also gives other blocks a turn.
#pragma once
#include <cuda/atomic>

#include "stage/launch.h"
#include "stage/vectors.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct alignas(2 * sizeof(T)) Message {
  T value;
  std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t> epoch;
};

// The blocks that write and read a message: those of one GPU, or those of all GPUs of the job.
enum class Reach { this_gpu, all_gpus };

template <typename T>
struct Received {
  T value;
  uint32_t epoch;
};

#ifdef __CUDACC__

template <Reach kReach = Reach::this_gpu, typename T>
__device__ __forceinline__ void post(Message<T>* box, T value, uint32_t epoch) {
  if constexpr (sizeof(T) == 4) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    const uint64_t word = uint64_t{epoch} << 32 | bits;
    if constexpr (kReach == Reach::this_gpu)
      asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(box), "l"(word) : "memory");
    else
      asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(box), "l"(word) : "memory");
  } else {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    if constexpr (kReach == Reach::this_gpu)
      asm volatile("{.reg .b128 w; mov.b128 w, {%1, %2}; st.relaxed.gpu.global.b128 [%0], w;}" ::"l"(box),
                   "l"(bits), "l"(uint64_t{epoch})
                   : "memory");
    else
      asm volatile("{.reg .b128 w; mov.b128 w, {%1, %2}; st.relaxed.sys.global.b128 [%0], w;}" ::"l"(box),
                   "l"(bits), "l"(uint64_t{epoch})
                   : "memory");
  }
}

template <Reach kReach = Reach::this_gpu, typename T>
__device__ __forceinline__ Received<T> peek(const Message<T>* box) {
  Received<T> received;
  if constexpr (sizeof(T) == 4) {
    uint64_t word;
    if constexpr (kReach == Reach::this_gpu)
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(box) : "memory");
    else
      asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(word) : "l"(box) : "memory");
    const auto bits = static_cast<uint32_t>(word);
    memcpy(&received.value, &bits, 4);
    received.epoch = static_cast<uint32_t>(word >> 32);
  } else {
    uint64_t bits, epoch;
    if constexpr (kReach == Reach::this_gpu)
      asm volatile("{.reg .b128 w; ld.relaxed.gpu.global.b128 w, [%2]; mov.b128 {%0, %1}, w;}"
                   : "=l"(bits), "=l"(epoch)
                   : "l"(box)
                   : "memory");
    else
      asm volatile("{.reg .b128 w; ld.relaxed.sys.global.b128 w, [%2]; mov.b128 {%0, %1}, w;}"
                   : "=l"(bits), "=l"(epoch)
                   : "l"(box)
                   : "memory");
    memcpy(&received.value, &bits, 8);
    received.epoch = static_cast<uint32_t>(epoch);
  }
  return received;
}

// Prefetches a message's line into the L2 cache, so that the first poll need not go to memory.
__device__ __forceinline__ void prefetch_L2(const void* p) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
}

#else

SIMT_INLINE void prefetch_L2(const void*) {}

template <Reach kReach = Reach::this_gpu, typename T>
SIMT_INLINE void post(Message<T>* box, T value, uint32_t epoch) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  simt::post(box, sizeof value, bits, epoch, kReach == Reach::all_gpus);
}

template <Reach kReach = Reach::this_gpu, typename T>
SIMT_INLINE Received<T> peek(const Message<T>* box) {
  const simt::Word word = simt::peek(box, sizeof(T), kReach == Reach::all_gpus);
  Received<T> received;
  __builtin_memcpy(&received.value, &word.value, sizeof(T));
  received.epoch = word.epoch;
  return received;
}

#endif

// Waits until this epoch's value has been posted, and returns it.
template <Reach kReach = Reach::this_gpu, typename T>
__device__ __forceinline__ T await(const Message<T>* box, uint32_t epoch) {
  Received<T> message = peek<kReach>(box);
  while (message.epoch != epoch) message = peek<kReach>(box);
  return message.value;
}

// The epoch of this launch: one more than the last launch's epoch, which is stored in device memory, initially 0.
// (It is not a kernel argument, because a CUDA graph keeps its arguments until the host updates them.) In a
// block that posts, one thread reads it.
__device__ __forceinline__ uint32_t next_epoch(uint32_t* last) {
  return ::cuda::atomic_ref<uint32_t, ::cuda::thread_scope_device>(*last).load(::cuda::memory_order_relaxed) +
         1;
}
// Ends the epoch. Called when every block has read it: even a block that starts late must read the last epoch
// before it changes. The caller is the block that has waited for all others, or the block with the last ticket.
__device__ __forceinline__ void end_epoch(uint32_t* last, uint32_t epoch) {
  ::cuda::atomic_ref<uint32_t, ::cuda::thread_scope_device>(*last).store(epoch, ::cuda::memory_order_relaxed);
}

// Adds up messages in the order of their numbers: each thread adds the message with its own number and every
// kStride-th message after it. ask() issues the reads of the next kReads messages together, so that they
// overlap with the thread's other work. sum() collects them, retries while one of them is old, and continues to
// the last message. Which thread adds which messages, and in which order, depends only on their numbers, not on
// timing or the number of blocks.
template <typename T, int kReads, int kStride = kWarpSize, Reach kReach = Reach::this_gpu>
struct MessageWindow {
  static_assert((kStride & (kStride - 1)) == 0, "a power of two: ask() takes the remainder of a difference");
  size_t first = 0;  // the first message that has not been read yet
  T read{0};         // the sum of this thread's messages before `first`
  Received<T> received[kReads];

  __device__ __forceinline__ void ask(const Message<T>* messages, size_t last, uint32_t epoch) {
    const size_t own = first + (threadIdx.x - static_cast<unsigned>(first)) % kStride;
    for (int r = 0; r < kReads; ++r) {
      const size_t i = own + r * kStride;
      if (i < last)
        received[r] = peek<kReach>(messages + i);
      else
        received[r] = {T{0}, epoch};
    }
  }

  // The sum of all messages before `last` that the warp's threads read, the same in every lane.
  __device__ __forceinline__ T sum(const Message<T>* messages, size_t last, uint32_t epoch) {
    for (;;) {
      bool all = true;
      T total = read;
      for (const Received<T>& r : received) {
        all &= r.epoch == epoch;
        total += r.value;
      }
      if (__all_sync(kAllLanes, all)) {
        read = total;
        first = min(first + kReads * kStride, last);
        if (first == last) return warp_sum(read);
      }
      ask(messages, last, epoch);
    }
  }
};

}  // namespace ladder::stage::inline STAGE_BACKEND
