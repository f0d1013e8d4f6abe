// The parts of a drawing, as SVG text. One file serves a light and a dark page: shapes name classes, and the
// style sheet in the file gives each class its two colours (no CSS variables, because not every renderer
// supports them). Every drawing has a title and a description for screen readers.
//
// Text classes: soft (grey), strong, small and tiny (11 px), head (15 px); middle, end (anchor at x); mono;
// on (on a filled shape). Classes of shapes: paper, idle (nothing happens here), rise1 to rise4 (light to
// dark: more and more of a quantity), blue, orange, green, purple, brown, grey (different kinds of objects).
// Colour-blind readers can distinguish the colours too, but never let colour alone carry meaning: add a
// number, a word or the pattern `hatch`. Classes of lines: line (thin, grey), rule (thinner still), ink; and
// the colours again: stroke-blue, ….
#pragma once
#include <array>
#include <string>
#include <string_view>

namespace ladder::report::svg {

std::string escaped(std::string_view text);

// The approximate width of text in a typical system font, in pixels. Wide characters count twice.
double text_width(std::string_view text, double font_size = 12, bool bold = false);

// Draws text; 2^28 is typeset as a power.
std::string text(double x, double y, std::string_view classes, std::string_view words);
std::string text_upwards(double x, double y, std::string_view classes, std::string_view words);
std::string rect(double x, double y, double width, double height, std::string_view classes, double round = 0);
std::string line(double x1, double y1, double x2, double y2, std::string_view classes);
std::string path(std::string_view d, std::string_view classes);  // "M0 0L10 10"
std::string circle(double x, double y, double radius, std::string_view classes);
// Draws a curve that is vertical at both ends.
std::string curve(double x1, double y1, double x2, double y2, std::string_view classes);
// The same curve, with an arrowhead at its end. `colour`: blue, grey.
std::string arrow(double x1, double y1, double x2, double y2, std::string_view colour);
// Adds a tooltip to `inside`.
std::string told(std::string_view words, const std::string& inside);

struct Document {
  double width, height;
  std::string title;        // a description in a few words
  std::string description;  // a description in sentences, with the important numbers
  std::string body;
};
enum class Theme { automatic, light, dark };  // automatic: follows the page's colour scheme
constexpr auto names_of(Theme) { return std::array{"auto", "light", "dark"}; }
std::string written(const Document&, Theme = Theme::automatic);

}  // namespace ladder::report::svg
