// The GPU that the executor simulates, for stages and for whole programs: an H200. All facts about this GPU
// are in this file (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", 9.0; the
// clocks are those in results/h200/ladder.json).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ladder::simt {

inline constexpr size_t kMaxDynamicShared = 227 * 1024;  // bytes per block, the opt-in maximum
inline constexpr size_t kMostArgumentBytes = 32764;  // size of a kernel's parameters (CUDA 12.1 and newer)

namespace presented {

inline constexpr const char* kName = "NVIDIA H200 (presented by the executor)";
inline constexpr int kMajor = 9;  // compute capability 9.0
inline constexpr unsigned kMultiprocessors = 132;
inline constexpr unsigned kThreadsPerMultiprocessor = 2048, kBlocksPerMultiprocessor = 32;
inline constexpr unsigned kRegisters = 65536;  // per multiprocessor
inline constexpr unsigned kBlockZ = 64, kGridX = 0x7fffffff, kGridYZ = 65535;
// Sizes are in bytes. kReservedShared: the part of each block's memory that the system reserves.
// kStaticShared: available to a block without opt-in.
inline constexpr size_t kSharedPerMultiprocessor = 228 * 1024, kReservedShared = 1024,
                        kStaticShared = 48 * 1024;
inline constexpr size_t kL2 = size_t{60} << 20, kConstant = 64 * 1024, kMemory = 150754820096;
inline constexpr int kKilohertz = 1980000, kMemoryKilohertz = 3201000, kBusBits = 6144;

// The number of blocks of `threads` threads resident on a multiprocessor that holds `most_threads` threads.
// `shared`: bytes per block. The executor does not know how many registers a kernel uses.
constexpr unsigned resident_blocks(unsigned threads, size_t shared,
                                   unsigned most_threads = kThreadsPerMultiprocessor) {
  const auto by_shared = static_cast<unsigned>(kSharedPerMultiprocessor / (shared + kReservedShared));
  return std::min({most_threads / threads, by_shared, kBlocksPerMultiprocessor});
}

}  // namespace presented
}  // namespace ladder::simt
