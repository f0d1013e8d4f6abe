// A hash of every byte and its position, the same on the CPU and on a GPU: buffers with the same fingerprint
// have the same contents. The hashes of the words are added, so they can be computed in any order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define LADDER_BOTH __host__ __device__
#else
#define LADDER_BOTH
#endif

namespace ladder::data {

LADDER_BOTH inline uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
LADDER_BOTH inline uint64_t hash_of_word(uint64_t place, uint32_t word) {
  return mixed((place + 1) * 0x9e3779b97f4a7c15u + mixed(uint64_t{word} + 1));
}
LADDER_BOTH inline uint64_t hash_of_last_byte(uint64_t place, unsigned char byte) {
  return mixed(~place - 8 * byte);
}

inline uint64_t fingerprint(const void* data, size_t bytes) {
  const auto* all = static_cast<const unsigned char*>(data);
  uint64_t sum = 0;
  for (size_t i = 0; i < bytes / 4; ++i) {
    uint32_t word;
    std::memcpy(&word, all + 4 * i, 4);
    sum += hash_of_word(i, word);
  }
  for (size_t i = 0; i < bytes % 4; ++i) sum += hash_of_last_byte(i, all[bytes / 4 * 4 + i]);
  return sum;
}

}  // namespace ladder::data

#undef LADDER_BOTH
