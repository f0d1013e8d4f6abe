#include "cli/numbers.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

#include "cli/exit.h"
#include "data/count.h"
#include "os/error.h"

namespace cli {
namespace {

constexpr size_t kMostValues = 1000;

size_t count(const std::string& flag, const std::string& text, const std::string& all) {
  try {
    return data::count_from(text);
  } catch (const os::Error& error) {
    if (all.starts_with('-')) throw Failure(fmt::format("{} {}: must not be negative", flag, all));
    const std::string more = ", a list 1e5,1e6 or a range 2^10:2^20:*4", what = error.what();
    throw Failure(fmt::format("{} {}: {}{}", flag, all.empty() ? "\"\"" : all, what,
                              what.starts_with("not a number") ? more : ""));
  }
}

void add_range(const std::string& flag, const std::string& text, std::vector<size_t>& out) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() > 3) count(flag, "", text);
  const size_t first = count(flag, parts[0], text), last = count(flag, parts[1], text);
  std::string step = parts.size() == 3 ? parts[2] : "*2";
  const bool adds = step.starts_with('+');
  if (adds || step.starts_with('*')) step.erase(0, 1);
  const size_t by = count(flag, step, text);
  if (first > last) throw Failure(fmt::format("{} {}: the range ends before it starts", flag, text));
  if (adds ? by == 0 : by < 2 || first == 0)
    throw Failure(fmt::format("{} {}: the range never ends; steps are *2, *4, … or +100, …", flag, text));
  for (unsigned __int128 n = first; n <= last; n = adds ? n + by : n * by) {
    out.push_back(static_cast<size_t>(n));
    if (out.size() > kMostValues)
      throw Failure(fmt::format("{} {}: more than {} values", flag, text, kMostValues));
  }
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1)
    parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

std::vector<size_t> parse_counts(const std::string& flag, const std::string& text) {
  std::vector<size_t> counts;
  for (const std::string& item : split(text, ',')) {
    if (item.find(':') != std::string::npos)
      add_range(flag, item, counts);
    else
      counts.push_back(count(flag, item, item));
  }
  return counts;
}

std::vector<unsigned> parse_blocks(const std::string& text) {
  std::vector<unsigned> blocks;
  for (const std::string& item : split(text, ',')) {
    unsigned block = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), block);
    const bool number = error == std::errc() && end == item.data() + item.size();
    if (!number || block < 32 || block > 1024 || !std::has_single_bit(block))
      throw Failure(fmt::format("--block {}: must be 64, 128, 256, 512 or 1024 (or 32)", item));
    blocks.push_back(block);
  }
  return blocks;
}

uint64_t parse_whole(const std::string& flag, const std::string& text, uint64_t least) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
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

}  // namespace cli
