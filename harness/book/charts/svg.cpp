#include "charts/svg.h"

#include <fmt/format.h>

#include "text/units.h"

namespace ladder::report::svg {
namespace {

// A colour's name, and its value on a light and on a dark page.
struct Colour {
  const char *name, *light, *dark;
};
// The hues for different kinds are those of Okabe and Ito; rise1 to rise4 become darker (on a dark page,
// brighter), so that their order is visible in print and to colour-blind readers. Any two of blue, orange,
// green, purple, brown, ink and red differ by at least 12 (CIEDE2000), even for readers with deuteranopia or
// protanopia; tests/colours.py checks this.
constexpr Colour kFills[] = {
    {"paper", "#ffffff", "#0d1117"},  {"idle", "#e7ebef", "#262c36"},   {"rise1", "#9ecae9", "#3a78a8"},
    {"rise2", "#4c93c7", "#7ab8ea"},  {"rise3", "#e08214", "#f0a33c"},  {"rise4", "#a63603", "#ffd08a"},
    {"blue", "#0072b2", "#4a9eff"},   {"orange", "#e69f00", "#f0b83c"}, {"green", "#009e73", "#3fbf95"},
    {"purple", "#cc79a7", "#e09cc4"}, {"grey", "#b0b7bf", "#6e7681"},   {"red", "#c2410c", "#ff6b6b"},
    {"brown", "#661a00", "#a65c2e"},
};
constexpr Colour kInk = {"ink", "#1f2328", "#e6edf3"}, kSoft = {"soft", "#59636e", "#9198a1"},
                 kLine = {"line", "#8c959f", "#6e7681"}, kRule = {"rule", "#d1d9e0", "#3d444d"},
                 kOn = {"on", "#ffffff", "#0d1117"};

std::string rules(bool dark) {
  const auto of = [&](const Colour& c) { return dark ? c.dark : c.light; };
  std::string css =
      fmt::format("text{{fill:{}}}.soft{{fill:{}}}.on{{fill:{}}}", of(kInk), of(kSoft), of(kOn));
  for (const Colour& c : kFills)
    css += fmt::format(".{0}{{fill:{1}}}.stroke-{0}{{stroke:{1}}}.text-{0}{{fill:{1}}}", c.name, of(c));
  // Dark text on the light colours of a sequence, light text on the dark ones.
  css += fmt::format(".on1,.on2,.on3,.on4{{fill:{}}}", of(kOn));
  css += dark ? fmt::format(".on1{{fill:{}}}", kInk.dark) : fmt::format(".on1{{fill:{}}}", kInk.light);
  for (const Colour& c : {kInk, kLine, kRule}) css += fmt::format(".stroke-{}{{stroke:{}}}", c.name, of(c));
  css += fmt::format(".line{{stroke:{}}}.rule{{stroke:{}}}.ink{{stroke:{}}}", of(kLine), of(kRule), of(kInk));
  css += fmt::format(".hatched{{stroke:{}}}", of(kOn));
  return css;
}

constexpr const char* kShapes =
    "text{font:12px system-ui,-apple-system,'Segoe "
    "UI',Helvetica,Arial,sans-serif}.small,.tiny{font-size:11px}.up{font-size:75%}"
    ".tight{letter-spacing:-.9px}.head{font-size:15px}.strong,.head{font-weight:600}"
    ".mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}"
    ".middle{text-anchor:middle}.end{text-anchor:end}.line,.rule,.ink,.arrow{fill:none}"
    ".line{stroke-width:1}.rule{stroke-width:1}.ink{stroke-width:1}.arrow{stroke-width:1.2}"
    ".dashed{stroke-dasharray:4 3}.long{stroke-dasharray:9 4}.dotted{stroke-dasharray:1.5 "
    "3}.outline{fill:none;stroke-width:1.5}"
    ".hatch{fill:url(#hatch)}.hatched{stroke-width:1.6;opacity:.75}";

constexpr const char* kDefinitions =
    "<defs>"
    "<pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><path class=\"hatched\" d=\"M0 0V5\"/></pattern>"
    "<marker id=\"arrow-blue\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\" "
    "markerHeight=\"6\" "
    "orient=\"auto\"><path class=\"blue\" d=\"M0 0L8 4L0 8z\"/></marker>"
    "<marker id=\"arrow-grey\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\" "
    "markerHeight=\"6\" "
    "orient=\"auto\"><path class=\"grey\" d=\"M0 0L8 4L0 8z\"/></marker>"
    "</defs>\n";

// 12.5, 12, never 12.0
std::string number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

// Escaped, with the exponents of powers raised and smaller.
std::string with_powers(std::string_view words) {
  std::string out;
  for (const text::Piece& piece : text::powers_in(words)) {
    std::string text = escaped(piece.text);
    if (!out.empty()) {  // back to the baseline; rsvg-convert would drop a blank at the start of a tspan
      const bool blank = text.starts_with(' ');
      text = fmt::format("{}<tspan dy=\"4\">{}</tspan>", blank ? " " : "", text.substr(blank));
    }
    out += text;
    if (!piece.exponent.empty())
      out += fmt::format("<tspan dy=\"-4\" class=\"up\">{}</tspan>", piece.exponent);
  }
  return out;
}

std::string class_of(std::string_view classes) {
  return classes.empty() ? "" : fmt::format(" class=\"{}\"", classes);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if ((static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\t') || c == 127)
      out += "\xef\xbf\xbd";  // replaces a character that XML does not allow
    else
      out += c;
  }
  return out;
}

double text_width(std::string_view text, double font_size, bool bold) {
  return static_cast<double>(text::text_width(text)) * font_size * (bold ? 0.63 : 0.56);
}

std::string text(double x, double y, std::string_view classes, std::string_view words) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", number(x), number(y), class_of(classes),
                     with_powers(words));
}

std::string text_upwards(double x, double y, std::string_view classes, std::string_view words) {
  return fmt::format("<g transform=\"translate({} {}) rotate(-90)\">{}</g>\n", number(x), number(y),
                     text(0, 0, classes, words));
}

std::string rect(double x, double y, double width, double height, std::string_view classes, double round) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}/>\n", number(x), number(y),
                     number(width), number(height), round > 0 ? fmt::format(" rx=\"{}\"", number(round)) : "",
                     class_of(classes));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view classes) {
  return path(fmt::format("M{} {}L{} {}", number(x1), number(y1), number(x2), number(y2)), classes);
}

std::string path(std::string_view d, std::string_view classes) {
  return fmt::format("<path d=\"{}\"{}/>\n", d, class_of(classes));
}

std::string circle(double x, double y, double radius, std::string_view classes) {
  return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", number(x), number(y), number(radius),
                     class_of(classes));
}

namespace {

std::string curve_path(double x1, double y1, double x2, double y2) {
  const double middle = (y1 + y2) / 2;
  if (x1 == x2) return fmt::format("M{} {}V{}", number(x1), number(y1), number(y2));
  if (y1 == y2) return fmt::format("M{} {}H{}", number(x1), number(y1), number(x2));
  return fmt::format("M{} {}C{} {} {} {} {} {}", number(x1), number(y1), number(x1), number(middle),
                     number(x2), number(middle), number(x2), number(y2));
}

}  // namespace

std::string curve(double x1, double y1, double x2, double y2, std::string_view classes) {
  return path(curve_path(x1, y1, x2, y2), classes);
}

std::string arrow(double x1, double y1, double x2, double y2, std::string_view colour) {
  return fmt::format("<path d=\"{}\" class=\"arrow stroke-{}\" marker-end=\"url(#arrow-{})\"/>\n",
                     curve_path(x1, y1, x2, y2), colour, colour);
}

std::string told(std::string_view words, const std::string& inside) {
  return fmt::format("<g><title>{}</title>{}</g>\n", escaped(words), inside);
}

std::string written(const Document& d, Theme theme) {
  const std::string colours =
      theme == Theme::automatic
          ? fmt::format("{}@media (prefers-color-scheme:dark){{{}}}", rules(false), rules(true))
          : rules(theme == Theme::dark);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\" "
      "aria-labelledby=\"title description\">\n<title id=\"title\">{2}</title>\n<desc "
      "id=\"description\">{3}</desc>\n"
      "<style>{4}{5}</style>\n{6}{7}{8}</svg>\n",
      number(d.width), number(d.height), escaped(d.title), escaped(d.description), kShapes, colours,
      kDefinitions, rect(0, 0, d.width, d.height, "paper", 6), d.body);
}

}  // namespace ladder::report::svg
