#include "report/picture.h"

#include <algorithm>

#include <fmt/format.h>

namespace report {
namespace {

// In pixels.
constexpr int kRow = 22, kBar = 14, kTop = 58, kBottom = 40, kMargin = 14, kGap = 14;
constexpr int kLongest = 380, kRate = 50;
constexpr double kBoldLetter = 7.6, kLetter = 6.7;  // about as wide as they get at this size

std::string xml_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string text_at(double x, double y, const char* look, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, look, xml_escaped(text));
}

}  // namespace

std::string ladder_svg(const Group& group, const RunFile& file) {
  Rows rows;
  const bench::Result* ceiling = ceiling_of(group);
  for (const bench::Result* row : group.stages)
    if (row->bandwidth) rows.push_back(row);
  if (group.backend != bench::Backend::cuda || rows.empty())
    throw os::Error(fmt::format("a picture needs rows measured on a GPU; {} has none", group.track));
  for (const bench::Result* row : group.peers)
    if (row->bandwidth && row->id.starts_with("peer/")) rows.push_back(row);

  double longest = ceiling ? *ceiling->bandwidth : 0;
  for (const bench::Result* row : rows) longest = std::max(longest, *row->bandwidth);
  const auto length = [&](double rate) { return kLongest * rate / longest; };
  const auto words = [](const bench::Result& row) { return is_stage(row) ? row.idea : row.scan; };
  double name = 0, idea = 0;
  for (const bench::Result* row : rows) {
    name = std::max(name, kBoldLetter * static_cast<double>(text_width(stage_name(*row))));
    idea = std::max(idea, kLetter * static_cast<double>(text_width(words(*row))));
  }
  const double ideas = kMargin + name + kGap, bars = ideas + idea + kGap;
  const int width = static_cast<int>(bars) + kLongest + kRate + kMargin;
  const auto count = static_cast<int>(rows.size());
  const int end = kTop + count * kRow, height = end + kBottom;

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#1f2328\">\n"
      "<rect width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"#ffffff\"/>\n",
      width, height);
  svg += text_at(kMargin, 24, "font-size=\"15\" font-weight=\"bold\"",
                 fmt::format("{} · GB/s · {}", group.track, conditions(group)));
  for (int i = 0; i < count; ++i) {
    const bench::Result& row = *rows[static_cast<size_t>(i)];
    const int y = kTop + i * kRow;
    const double base = y + kBar - 3;
    svg += text_at(kMargin, base, "font-weight=\"bold\"", stage_name(row));
    svg += text_at(ideas, base, "fill=\"#59636e\"", words(row));
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>\n", bars, y,
                       length(*row.bandwidth), kBar, is_stage(row) ? "#4c78a8" : "#b0b7bf");
    svg += text_at(width - kMargin, base, "text-anchor=\"end\"", rate_text(*row.bandwidth));
  }
  if (ceiling) {
    const double x = bars + length(*ceiling->bandwidth);
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#c2410c\" "
        "stroke-dasharray=\"4 3\"/>\n",
        x, kTop - 10, end);
    svg += text_at(x, kTop - 14, "fill=\"#c2410c\" text-anchor=\"end\"",
                   fmt::format("{}: {}", ceiling->id, rate_text(*ceiling->bandwidth)));
  }
  svg += text_at(kMargin, end + 22, "font-size=\"11\" fill=\"#59636e\"",
                 fmt::format("Measured on {}.", where_measured(file.context, "")));
  return svg + "</svg>\n";
}

}  // namespace report
