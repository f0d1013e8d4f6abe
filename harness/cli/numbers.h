// Numbers as users write them on a command line. Every function may throw Failure or os::Error.
#pragma once
#include <cstdint>
#include <string>

#include "data/counts.h"

namespace ladder::cli {

using data::parse_blocks;
using data::parse_counts;
using data::parse_extents;
using data::split;

// An integer of at least `least`.
uint64_t parse_whole(const std::string& flag, const std::string& text, uint64_t least);

// "1.5 GiB"
std::string short_bytes(double bytes);

}  // namespace ladder::cli
