// Numbers and text for display: n, times, rates, ratios, counts, and the width of text on a terminal.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ladder::text {

std::string n_text(uint64_t n);  // "2^20", "10·2^20", "2^31 + 1", "1000003"

struct TimeUnit {
  const char* name;  // "us"
  double seconds;
};
TimeUnit unit_for(const std::vector<double>& seconds);  // a unit that is suitable for all of these times
std::string time_text(double seconds, const TimeUnit& unit);  // without the unit
std::string time_text(double seconds);                        // "251.07 us"

std::string significant(double value, int digits = 3);  // 4294, 99.5, 2.08; never in exponent form
std::string rate_text(double bytes_per_second);         // the rate in GB/s (10^9), without the unit
std::string percent_text(double fraction);              // "92.4"; over 100 %: "104.0!"
std::string count_text(double count);                   // 4096, 131k, 33.6M

size_t text_width(std::string_view utf8);                      // the width in terminal columns
std::string shortened(std::string_view utf8, size_t columns);  // ends in "…" if it had to be truncated
std::string listed(std::span<const std::string> items);        // "a", "a and b", "a, b and c"
std::vector<std::string> wrapped(std::string_view utf8, size_t columns);

// Splits "n = 2^28 · f32" at the exponents of powers. Each piece is a string and the exponent that follows it
// ("" at the end).
struct Piece {
  std::string_view text, exponent;
};
std::vector<Piece> powers_in(std::string_view utf8);

std::string short_device(const std::string& device);  // "H200" for "NVIDIA H200"

}  // namespace ladder::text
