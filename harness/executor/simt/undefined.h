// The contents of uninitialised device memory: numbers, each of which is valid at only one address. A thread
// that finds the number of an address at that address has therefore read uninitialised memory, whatever has
// been written elsewhere.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::simt {

// The bits that all these numbers share. NaNs are visible wherever they propagate, but a program's own check,
// such as fabs(a - b) > limit, accepts a NaN. Programs therefore read numbers that are large whether a word
// is interpreted as a float, half of a double, two halves or an int.
constexpr uint32_t kNaNs = 0x7ff00001u, kLargeNumbers = 0x71400001u;
inline uint32_t undefined_bits = kNaNs;
// Does a block's shared memory start with undefined words too, or with the contents left by the previous
// block?
inline bool fills_shared = false;

inline uint32_t undefined_word(uintptr_t address) {
  constexpr uint32_t kFreeBits = 0xffbff;  // excludes one exponent bit of a half, which keeps it finite
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

}  // namespace ladder::simt
