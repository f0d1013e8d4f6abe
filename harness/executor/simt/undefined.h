// What device memory holds that nobody has written: numbers of which each fits one place alone, so that who reads one
// at its place has read what was never written, whoever may have written the rest.
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt {

// The bits that all of them have. NaNs are found wherever they go. A program's own check, as fabs(a - b) > limit, finds
// a NaN right: so a program has large numbers, whether it takes a word for a float, a half of a double, two halves or an int.
constexpr uint32_t kNaNs = 0x7ff00001u, kLargeNumbers = 0x71400001u;
inline uint32_t undefined_bits = kNaNs;
// Shared memory of a block begins with such words, too; else with what the block before it left there.
inline bool fills_shared = false;

inline uint32_t undefined_word(uintptr_t address) {
  constexpr uint32_t kFreeBits = 0xffbff;  // without one of the exponent of a half, which is finite then
  return undefined_bits | (static_cast<uint32_t>(address >> 2) * 2654435761u >> 12 & kFreeBits);
}
inline void fill_undefined(void* memory, size_t bytes) {
  auto* words = static_cast<uint32_t*>(memory);
  for (size_t i = 0; i < bytes / 4; ++i) words[i] = undefined_word(reinterpret_cast<uintptr_t>(words + i));
}
inline bool is_undefined(uintptr_t address) {
  const uintptr_t word = address & ~uintptr_t{3};
  return *reinterpret_cast<const uint32_t*>(word) == undefined_word(word);
}

}  // namespace simt
