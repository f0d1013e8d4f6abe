// Layout::shares: the bytes of a buffer that belong to each GPU. Used by stages, which work on the share of
// their GPU, and by backends, which place the memory.
#pragma once
#include <algorithm>
#include <cstddef>

namespace ladder::device {

// Bytes per GPU; the last GPU that has any may have fewer. A share starts at a multiple of 256 bytes.
inline size_t share_bytes(size_t bytes, unsigned gpus) {
  constexpr size_t kWhole = 256;
  return ((bytes + gpus - 1) / gpus + kWhole - 1) / kWhole * kWhole;
}

struct Extent {
  size_t first, bytes;
};
inline Extent share_of_bytes(size_t bytes, unsigned gpus, unsigned gpu) {
  const size_t share = share_bytes(bytes, gpus), first = std::min(bytes, gpu * share);
  return {first, std::min(share, bytes - first)};
}

}  // namespace ladder::device
