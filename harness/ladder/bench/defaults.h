// Defaults for the options that the command line does not set.
#pragma once
#include <cstddef>

namespace ladder::bench {

// For run and, if the track gives no other n (stage::Reading), for diff, explain, step, trace and counters.
inline constexpr size_t kDefaultN = size_t{1} << 20;
inline constexpr size_t kDefaultNOnGpu = size_t{1}
                                         << 28;  // for run, which uses fewer elements if memory is small
inline constexpr unsigned kDefaultBlock = 256;
inline constexpr unsigned kCheckedBlocks[] = {kDefaultBlock / 2, kDefaultBlock};
// On the executor, these block sizes run only at kBriefN (and one of them at many_blocks_n()).
inline constexpr unsigned kBrieflyCheckedBlocks[] = {32, 64, 512, 1024};
inline constexpr size_t kBriefN = 2500;  // three blocks of the largest size, the last one with a tail
// One small block size is also checked with more blocks than threads per block, even if each thread has 32
// elements: kSmallBlock or, in a sparing plan, kSmallestBlock, if the stage permits it.
inline constexpr unsigned kSmallBlock = 64, kSmallestBlock = 32;
constexpr size_t many_blocks_n(unsigned block) { return size_t{36} * block * block + 1; }
// In check, from this n upwards, one input, one block size and one element type represent all others.
inline constexpr size_t kLargeN = size_t{1} << 20;
inline constexpr size_t kTracedMost = 100'000;  // the executor traces up to this n
inline constexpr unsigned kPresentedGpus[] = {
    2, 3};  // the numbers of GPUs that the executor simulates for multi-GPU stages; run uses the first
inline constexpr unsigned kRepetitionsOnGpu = 30, kRepetitionsOnCpu = 5;
inline constexpr double kSilentSeconds = 120;  // a process that reports nothing for this long is stopped

}  // namespace ladder::bench
