// What one warp memory instruction costs. Pure functions; used by the replay.
#pragma once
#include <bit>
#include <cstdint>

namespace simt::trace {

inline unsigned lowest(uint32_t lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }

// `address[lane]` is valid for every lane in `lanes`.
// Distinct 32-byte sectors.
unsigned global_sectors(const uint64_t* address, uint32_t lanes, unsigned bytes);
// Passes over the 32 banks: the most distinct 4-byte words that fall into one bank. 8-byte accesses go by
// half warps, 16-byte ones by quarter warps. Loads go by twice as many lanes if, all through the warp, each
// lane reads the same address as lane ^ 1, or each the same as lane ^ 2, or one of the two is not active:
// found on an H200 (results/h200/wavefronts.txt).
unsigned shared_wavefronts(const uint64_t* address, uint32_t lanes, unsigned bytes, bool load);

}  // namespace simt::trace
