// The cost of one warp memory instruction. The functions in this file are pure and are used by the replay.
#pragma once
#include <bit>
#include <cstdint>

namespace ladder::simt::trace {

inline unsigned lowest(uint32_t lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }

// The number of distinct 32-byte sectors. `address[lane]` is valid for every lane in `lanes`.
unsigned global_sectors(const uint64_t* address, uint32_t lanes, unsigned bytes);
// The number of passes over the 32 banks: the largest number of distinct 4-byte words in one bank. 8-byte
// accesses are processed by half warps, 16-byte accesses by quarter warps. Loads are processed with twice as
// many lanes if, throughout the warp, each lane reads the same address as lane ^ 1, or if each lane reads the
// same address as lane ^ 2. Pairs with an inactive lane do not matter. These rules were determined on an H200
// (results/h200/wavefronts.txt).
unsigned shared_wavefronts(const uint64_t* address, uint32_t lanes, unsigned bytes, bool load);

}  // namespace ladder::simt::trace
