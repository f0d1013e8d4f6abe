// Messages between blocks of one launch: a value and an epoch, written and read as one word, so that whoever
// reads the right epoch has the value too and no fence is needed. An epoch (the job's run number) also makes
// resetting needless: last run's messages are simply old. Used by the single-pass stages (decoupled
// look-back, look-ahead).
//
// On the GPU: relaxed loads and stores of 8 or 16 bytes at device scope, which are single accesses (PTX ISA,
// "memory consistency model"; 16 bytes since sm_70). On the CPU: simt/async.cpp, where peek() also lets other
// blocks run.
#pragma once
#include "stage/launch.h"

namespace stage {

template <typename T>
struct alignas(2 * sizeof(T)) Message {
  T value;
  T epoch_bits;
};

template <typename T>
struct Received {
  T value;
  uint32_t epoch;
};

#ifdef __CUDACC__

template <typename T>
__device__ __forceinline__ void post(Message<T>* box, T value, uint32_t epoch) {
  if constexpr (sizeof(T) == 4) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(box), "l"(uint64_t{epoch} << 32 | bits)
                 : "memory");
  } else {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    asm volatile("{.reg .b128 w; mov.b128 w, {%1, %2}; st.relaxed.gpu.global.b128 [%0], w;}" ::"l"(box),
                 "l"(bits), "l"(uint64_t{epoch})
                 : "memory");
  }
}

template <typename T>
__device__ __forceinline__ Received<T> peek(const Message<T>* box) {
  Received<T> received;
  if constexpr (sizeof(T) == 4) {
    uint64_t word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(box) : "memory");
    const auto bits = static_cast<uint32_t>(word);
    memcpy(&received.value, &bits, 4);
    received.epoch = static_cast<uint32_t>(word >> 32);
  } else {
    uint64_t bits, epoch;
    asm volatile("{.reg .b128 w; ld.relaxed.gpu.global.b128 w, [%2]; mov.b128 {%0, %1}, w;}"
                 : "=l"(bits), "=l"(epoch)
                 : "l"(box)
                 : "memory");
    memcpy(&received.value, &bits, 8);
    received.epoch = static_cast<uint32_t>(epoch);
  }
  return received;
}

#else

template <typename T>
SIMT_INLINE void post(Message<T>* box, T value, uint32_t epoch) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  simt::post(box, sizeof value, bits, epoch);
}

template <typename T>
SIMT_INLINE Received<T> peek(const Message<T>* box) {
  const simt::Word word = simt::peek(box, sizeof(T));
  Received<T> received;
  __builtin_memcpy(&received.value, &word.value, sizeof(T));
  received.epoch = word.epoch;
  return received;
}

#endif

}  // namespace stage
