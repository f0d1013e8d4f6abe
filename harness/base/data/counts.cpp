#include "data/counts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string_view>

#include "os/error.h"

namespace ladder::data {
namespace {

using Wide = unsigned __int128;
constexpr Wide kLargest = UINT64_MAX / 16;  // no type here is wider, so byte counts never overflow
constexpr size_t kMostValues = 1000;

[[noreturn]] void not_a_count() {
  throw os::Error("not a number; write 1000000, 1e6, 2^20, 10Mi, 10*2^20, 2^31+1");
}
[[noreturn]] void too_large() { throw os::Error("too large; the largest possible value is 2^60"); }

// Removes the leading digits from `text` and returns them.
std::string_view take_digits(std::string_view& text) {
  const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

Wide times(Wide a, Wide b) {
  if (a != 0 && b > kLargest / a) too_large();
  return a * b;
}
Wide power(Wide base, unsigned exponent) {
  if (base <= 1) return exponent == 0 ? 1 : base;
  Wide result = 1;
  while (exponent-- > 0) result = times(result, base);
  return result;
}
Wide whole(std::string_view digits) {
  if (digits.empty()) not_a_count();
  Wide value = 0;
  for (const char c : digits) {
    value = times(value, 10) + static_cast<unsigned>(c - '0');
    if (value > kLargest) too_large();
  }
  return value;
}
unsigned exponent(std::string_view digits) {
  const Wide value = whole(digits);
  return value > 10000 ? 10000 : static_cast<unsigned>(value);
}

// 123, 2^20, 1e6, 1.5e6, 10Mi, 3K
Wide factor(std::string_view part) {
  const std::string_view integer = take_digits(part);
  Wide value = whole(integer);
  if (part.starts_with('^')) {
    part.remove_prefix(1);
    value = power(value, exponent(take_digits(part)));
  } else {
    std::string_view fraction;
    if (part.starts_with('.')) {
      part.remove_prefix(1);
      fraction = take_digits(part);
    }
    if (part.starts_with('e') || part.starts_with('E')) {
      part.remove_prefix(1);
      if (part.starts_with('+')) part.remove_prefix(1);
      const unsigned places = exponent(take_digits(part));
      while (fraction.ends_with('0')) fraction.remove_suffix(1);
      if (fraction.size() > places) throw os::Error("not a whole number");
      value = times(value, power(10, static_cast<unsigned>(fraction.size())));
      if (!fraction.empty()) value += whole(fraction);
      value = times(value, power(10, places - static_cast<unsigned>(fraction.size())));
    } else if (fraction.find_first_not_of('0') != std::string_view::npos) {
      throw os::Error("not a whole number");
    }
  }
  if (!part.empty()) {
    constexpr const char* kPrefixes = "KMGT";
    const char letter = part[0] == 'k' ? 'K' : part[0];
    const char* found = std::strchr(kPrefixes, letter);
    if (found == nullptr) not_a_count();
    const auto steps = static_cast<unsigned>(found - kPrefixes) + 1;
    part.remove_prefix(1);
    const bool binary = part == "i";
    if (!part.empty() && !binary) not_a_count();
    value = times(value, power(binary ? 1024 : 1000, steps));
  }
  return value;
}

Wide product(std::string_view text) {
  Wide value = 1;
  for (size_t begin = 0, end; begin <= text.size(); begin = end + 1) {
    end = std::min(text.find('*', begin), text.size());
    value = times(value, factor(text.substr(begin, end - begin)));
  }
  return value;
}

}  // namespace

uint64_t count_from(const std::string& text) {
  Wide value = 0;
  for (size_t begin = 0, end; begin <= text.size(); begin = end + 1) {
    end = text.find('+', begin);
    while (end != std::string::npos && end > begin && std::strchr("eE", text[end - 1]) != nullptr)
      end = text.find('+', end + 1);  // skips the plus in 1e+6
    end = std::min(end, text.size());
    value += product(std::string_view(text).substr(begin, end - begin));
    if (value > kLargest) too_large();
  }
  return static_cast<uint64_t>(value);
}

namespace {

// A number in a list or range; `all` is the whole text.
size_t count(const std::string& flag, const std::string& text, const std::string& all) {
  try {
    return count_from(text);
  } catch (const os::Error& error) {
    if (all.starts_with('-')) throw os::Error(fmt::format("{} {}: must not be negative", flag, all));
    const std::string more = ", a list 1e5,1e6 or a range 2^10:2^20:*4", what = error.what();
    throw os::Error(fmt::format("{} {}: {}{}", flag, all.empty() ? "\"\"" : all, what,
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
  if (first > last) throw os::Error(fmt::format("{} {}: the range ends before it starts", flag, text));
  if (adds ? by == 0 : by < 2 || first == 0)
    throw os::Error(fmt::format("{} {}: the range never ends; steps are *2, *4, … or +100, …", flag, text));
  for (Wide n = first; n <= last; n = adds ? n + by : n * by) {
    out.push_back(static_cast<size_t>(n));
    if (out.size() > kMostValues)
      throw os::Error(fmt::format("{} {}: more than {} values", flag, text, kMostValues));
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

std::vector<Extent> parse_extents(const std::string& flag, const std::string& text) {
  std::vector<Extent> extents;
  for (const std::string& item : split(text, ',')) {
    if (item.find('x') == std::string::npos) {
      for (const size_t n : parse_counts(flag, item)) extents.emplace_back(n);
      continue;
    }
    Extent& extent = extents.emplace_back(1);
    for (const std::string& part : split(item, 'x')) {
      const size_t size = extent.sizes.emplace_back(count(flag, part, item));
      try {
        extent.n = static_cast<size_t>(times(extent.n, size));
      } catch (const os::Error& error) {
        throw os::Error(fmt::format("{} {}: {}", flag, item, error.what()));
      }
    }
  }
  return extents;
}

std::string text_of(const Extent& extent) {
  return extent.sizes.empty() ? std::to_string(extent.n) : fmt::format("{}", fmt::join(extent.sizes, "x"));
}

std::string text_of(const std::vector<Extent>& extents) {
  std::string text;
  for (const Extent& extent : extents) text += (text.empty() ? "" : ",") + text_of(extent);
  return text;
}

std::vector<unsigned> parse_blocks(const std::string& flag, const std::string& text) {
  std::vector<unsigned> blocks;
  for (const std::string& item : split(text, ',')) {
    unsigned block = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), block);
    const bool number = error == std::errc() && end == item.data() + item.size();
    if (!number || block < 32 || block > 1024 || !std::has_single_bit(block))
      throw os::Error(fmt::format("{} {}: must be 32, 64, 128, 256, 512 or 1024", flag, item));
    blocks.push_back(block);
  }
  return blocks;
}

}  // namespace ladder::data
