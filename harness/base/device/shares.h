// Layout::shares: which bytes of a buffer are whose. Known to the stages, which work on their GPU's share, and to the
// backends, which put the memory there.
#pragma once
#include <algorithm>
#include <cstddef>

namespace device {

// Of each GPU; fewer for the last ones that have any. A share starts at a multiple of 256 bytes.
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

}  // namespace device
