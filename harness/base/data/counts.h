// Element counts and block sizes as users write them on a command line or in a table mark. Throws os::Error,
// which names the flag and a valid form.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ladder::data {

// A number of elements, or sizes such as 4096x4096x512, in which case n is their product, unless their
// track counts differently.
struct Extent {
  size_t n = 0;
  std::vector<size_t> sizes = {};

  Extent() = default;
  Extent(size_t elements) : n(elements) {}
  operator size_t() const { return n; }
  bool operator==(const Extent&) const = default;
};

// 1000000, 1e6, 1.5e6, 2^20, 10Mi, 3K, 10*2^20, 2^31+1. The error message names the fault and a valid form, but
// does not quote the text.
uint64_t count_from(const std::string& text);

// Accepts the same forms, and also lists ("1e5,1e6") and ranges ("2^10:2^30:*4", "0:100:+10", "1:8", which
// doubles).
std::vector<size_t> parse_counts(const std::string& flag, const std::string& text);
// Also accepts sizes such as 4096x4096x512.
std::vector<Extent> parse_extents(const std::string& flag, const std::string& text);

std::string text_of(const Extent&);               // "1000000", "4096x4096x512"
std::string text_of(const std::vector<Extent>&);  // as a user would type them

// A list of block sizes: 32, 64, 128, 256, 512 and 1024.
std::vector<unsigned> parse_blocks(const std::string& flag, const std::string& text);

std::vector<std::string> split(const std::string& text, char separator);

}  // namespace ladder::data
