#include "cli/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "cli/exit.h"

namespace ladder::cli {

uint64_t parse_whole(const std::string& flag, const std::string& text, uint64_t least) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    throw Failure(fmt::format("{} {}: must be at most {}", flag, text, UINT64_MAX));
  if (error != std::errc() || end != text.data() + text.size() || value < least)
    throw Failure(fmt::format("{} {}: must be a whole number of at least {}", flag, text, least));
  return value;
}

std::string short_bytes(double bytes) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(units)) bytes /= 1024, ++unit;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 100 ? 0 : 1, units[unit]);
}

}  // namespace ladder::cli
