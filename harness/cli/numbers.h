// Numbers as people write them on a command line. Every function throws Failure.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// "1048576", "2^20", "1e6", "10Mi", "10*2^20"; lists "1e5,1e6"; ranges
// "2^10:2^30:*4", "0:100:+10", "1:8" (doubling).
std::vector<size_t> parse_counts(const std::string& flag, const std::string& text);

// Block sizes: 64, 128, 256, 512 and 1024, as a list. 32 too.
std::vector<unsigned> parse_blocks(const std::string& text);

// A whole number of at least `least`.
uint64_t parse_whole(const std::string& flag, const std::string& text, uint64_t least);

// "1.5 GiB"
std::string short_bytes(double bytes);

std::vector<std::string> split(const std::string& text, char separator);

}  // namespace cli
