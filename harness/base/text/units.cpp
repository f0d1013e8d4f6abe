#include "text/units.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace ladder::text {
namespace {

// Moves `at` past one character and returns its width in terminal columns: 2 for Chinese, Japanese and Korean.
size_t next_character(std::string_view utf8, size_t& at) {
  const auto byte = static_cast<unsigned char>(utf8[at++]);
  uint32_t code = byte < 0x80 ? byte : byte < 0xE0 ? byte & 0x1F : byte < 0xF0 ? byte & 0x0F : byte & 0x07;
  while (at < utf8.size() && (static_cast<unsigned char>(utf8[at]) & 0xC0) == 0x80)
    code = code << 6 | (static_cast<unsigned char>(utf8[at++]) & 0x3F);
  const bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                    (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                    (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
                    (code >= 0xFFE0 && code <= 0xFFE6) || code >= 0x1F300;
  return wide ? 2 : 1;
}

}  // namespace

std::string n_text(uint64_t n) {
  if (n < 1024) return fmt::format("{}", n);
  const int zeros = std::countr_zero(n);
  const uint64_t odd = n >> zeros;
  if (odd == 1) return fmt::format("2^{}", zeros);
  if (std::has_single_bit(n - 1)) return fmt::format("2^{} + 1", std::countr_zero(n - 1));
  if (std::has_single_bit(n + 1)) return fmt::format("2^{} - 1", std::countr_zero(n + 1));
  if (zeros >= 20 && (n >> 20) < 1000) return fmt::format("{}·2^20", n >> 20);
  if (zeros >= 10 && (n >> 10) < 1000) return fmt::format("{}·2^10", n >> 10);
  return fmt::format("{}", n);
}

TimeUnit unit_for(const std::vector<double>& seconds) {
  double smallest = INFINITY, largest = 0;
  for (const double value : seconds)
    if (std::isfinite(value) && value > 0) {
      smallest = std::min(smallest, value);
      largest = std::max(largest, value);
    }
  if (smallest >= 1 && largest > 0) return {"s", 1};
  if (smallest >= 1e-3 || largest >= 0.1) return largest > 0 ? TimeUnit{"ms", 1e-3} : TimeUnit{"us", 1e-6};
  return {"us", 1e-6};
}

std::string time_text(double seconds, const TimeUnit& unit) {
  const double value = seconds / unit.seconds;
  return fmt::format("{:.{}f}", value, value >= 1000 ? 1 : value >= 1 || value == 0 ? 2 : 3);
}

std::string time_text(double seconds) {
  const TimeUnit unit = unit_for({seconds});
  return fmt::format("{} {}", time_text(seconds, unit), unit.name);
}

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  const double size = std::fabs(value);
  const int before = size < 1 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
  return fmt::format("{:.{}f}", value, std::max(0, digits - before));
}

std::string rate_text(double bytes_per_second) { return significant(bytes_per_second / 1e9); }

std::string percent_text(double fraction) {
  const int decimals = fraction > 0 && fraction < 0.0005 ? 2 : 1;  // avoids "0.0" for a non-zero value
  return fmt::format("{:.{}f}{}", 100 * fraction, decimals, fraction > 1 ? "!" : "");
}

std::string count_text(double count) {
  if (count < 1e5) return fmt::format("{:.0f}", count);
  constexpr const char* kSuffixes[] = {"k", "M", "G", "T", "P", "E"};
  size_t power = 0;
  double value = count / 1e3;
  while (value >= 999.5 && power + 1 < std::size(kSuffixes)) {
    value /= 1e3;
    ++power;
  }
  return significant(value) + kSuffixes[power];
}

size_t text_width(std::string_view utf8) {
  size_t width = 0;
  for (size_t at = 0; at < utf8.size();) width += next_character(utf8, at);
  return width;
}

std::string listed(std::span<const std::string> items) {
  std::string list;
  for (size_t i = 0; i < items.size(); ++i)
    list += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return list;
}

std::string shortened(std::string_view utf8, size_t columns) {
  if (text_width(utf8) <= columns) return std::string(utf8);
  if (columns == 0) return {};
  size_t end = 0, shown = 0;
  while (end < utf8.size()) {
    size_t next = end;
    shown += next_character(utf8, next);
    if (shown > columns - 1) break;
    end = next;
  }
  while (end > 0 && utf8[end - 1] == ' ') --end;
  return std::string(utf8.substr(0, end)) + "…";
}

std::vector<std::string> wrapped(std::string_view utf8, size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) lines.push_back(shortened(line, columns));
    line.clear();
  };
  size_t at = 0;
  while (at < utf8.size()) {
    size_t end = utf8.find_first_of(" \n", at);
    if (end == std::string_view::npos) end = utf8.size();
    const std::string_view word = utf8.substr(at, end - at);
    if (!line.empty() && text_width(line) + 1 + text_width(word) > columns) flush();
    if (!word.empty()) line += (line.empty() ? "" : " ") + std::string(word);
    at = end + 1;
  }
  flush();
  return lines;
}

std::vector<Piece> powers_in(std::string_view utf8) {
  constexpr std::string_view kDigits = "0123456789";
  std::vector<Piece> pieces;
  size_t done = 0;
  for (size_t hat = utf8.find('^'); hat != std::string_view::npos; hat = utf8.find('^', hat + 1)) {
    const size_t end = std::min(utf8.find_first_not_of(kDigits, hat + 1), utf8.size());
    if (hat == done || end == hat + 1 || kDigits.find(utf8[hat - 1]) == std::string_view::npos) continue;
    pieces.push_back({utf8.substr(done, hat - done), utf8.substr(hat + 1, end - hat - 1)});
    done = end;
  }
  if (done < utf8.size()) pieces.push_back({utf8.substr(done), ""});
  return pieces;
}

std::string short_device(const std::string& device) {
  std::string name = device;
  for (const std::string_view maker : {"NVIDIA ", "GeForce ", "Tesla "})
    if (name.starts_with(maker)) name = name.substr(maker.size());
  return name;
}

}  // namespace ladder::text
