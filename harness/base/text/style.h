// Colours and emphasis for a terminal. Each style has one meaning, and all coloured output uses these styles.
#pragma once
#include <fmt/color.h>

#include <string>

namespace ladder::text::style {

inline constexpr fmt::text_style bold{fmt::emphasis::bold};
inline constexpr fmt::text_style faint{fmt::emphasis::faint};
inline constexpr fmt::text_style good = fmt::fg(fmt::terminal_color::green);
inline constexpr fmt::text_style warn = fmt::fg(fmt::terminal_color::yellow);
inline constexpr fmt::text_style bad = fmt::fg(fmt::terminal_color::red);
inline constexpr fmt::text_style wrong = bad | fmt::emphasis::bold;  // a verdict
inline constexpr fmt::text_style note = fmt::fg(fmt::terminal_color::cyan);

}  // namespace ladder::text::style

namespace ladder::text {

inline std::string styled(bool colour, const fmt::text_style& style, const std::string& text) {
  return colour && !text.empty() ? fmt::format(style, "{}", text) : text;
}

}  // namespace ladder::text
