// A table as Markdown and LaTeX, with the escaping that each format needs.
#include "tables/table.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "os/error.h"

namespace ladder::report {
namespace {

// Characters that LaTeX writes differently. pdflatex cannot typeset other characters of more than two bytes,
// such as Chinese ones.
constexpr std::pair<std::string_view, std::string_view> kLatexLetters[] = {
    {"&", "\\&"},
    {"%", "\\%"},
    {"$", "\\$"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"~", "\\textasciitilde{}"},
    {"^", "\\textasciicircum{}"},
    {"\\", "\\textbackslash{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"≈", "$\\approx$"},
    {"×", "$\\times$"},
    {"·", "$\\cdot$"},
    {"µ", "$\\mu$"},
    {"…", "\\dots{}"},
    {"→", "$\\rightarrow$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"−", "$-$"},
    {"–", "--"},
    {"’", "'"},
    {"✗", "!"},
};

size_t digits_at(const std::string& text, size_t at) {
  size_t end = at;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
  return end - at;
}

size_t letter_size(char first) {  // size of a UTF-8 character in bytes
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

std::string without_controls(std::string text, char kept) {
  for (char& c : text)
    if ((static_cast<unsigned char>(c) < 32 || c == 127) && c != kept) c = ' ';
  return text;
}

std::string csv_field(const std::string& text) {
  // A cell that a spreadsheet would interpret as a formula is marked as text. (A number is not a formula.)
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  const bool is_number = end == text.c_str() + text.size();
  const bool formula =
      text.size() > 1 && !is_number && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  std::string quoted = (formula ? "'" : "") + text;
  if (text.find_first_of(",\"\r\n") == std::string::npos) return quoted;
  for (size_t at = 0; (at = quoted.find('"', at)) != std::string::npos; at += 2) quoted.insert(at, 1, '"');
  return '"' + quoted + '"';
}

std::string markdown_escaped(const std::string& text) {
  std::string out;
  for (const char c : without_controls(text)) {
    // The site would interpret {{ as the start of an expression. A comment between the two is invisible.
    if (c == '{' && out.ends_with('{')) out += "<!-- -->";
    if (std::string_view("|\\`*_<>[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string latex_escaped(const std::string& text) {
  std::string out;
  bool left_out = false;  // one mark for several consecutive characters
  for (size_t at = 0; at < text.size();) {
    size_t power = digits_at(text, at), after = at + power;  // 10^9, 2^25
    const size_t exponent = power > 0 && text[after] == '^' ? digits_at(text, after + 1) : 0;
    if (exponent > 0) {
      out += "$" + text.substr(at, power) + "^{" + text.substr(after + 1, exponent) + "}$";
      at = after + 1 + exponent;
      continue;
    }
    const size_t size = std::max<size_t>(power, letter_size(text[at]));
    const bool control = static_cast<unsigned char>(text[at]) < 32;
    const std::string letter = control ? " " : text.substr(at, size);
    at += size;
    const auto written = std::find_if(std::begin(kLatexLetters), std::end(kLatexLetters),
                                      [&](const auto& known) { return letter == known.first; });
    const bool unknown = written == std::end(kLatexLetters) && letter_size(letter[0]) > 2;
    if (unknown && !left_out) out += "[\\dots]";
    if (!unknown) out += written == std::end(kLatexLetters) ? letter : written->second;
    left_out = unknown || (left_out && letter == " ");
  }
  return out;
}

std::string as_markdown(const Table& table) {
  std::string out;
  if (!table.title.empty()) out += "**" + markdown_escaped(table.title) + "**\n\n";
  if (!table.above.empty()) out += markdown_escaped(table.above) + "\n\n";
  std::string rule;
  out += "|";
  for (const Column& column : table.columns) {
    out += " " + markdown_escaped((column.of_group ? column.group + ": " : "") + column.heading) + " |";
    rule += column.align == Align::left ? ":---|" : "---:|";
  }
  out += "\n|" + rule + "\n";
  for (const Row& row : table.rows) {
    out += "|";
    for (size_t c = 0; c < table.columns.size(); ++c) {
      std::string text = c < row.cells.size() ? markdown_escaped(row.cells[c].text) : "";
      if (!row.section.empty()) text = c == 0 ? "*" + markdown_escaped(row.section) + "*" : "";
      out += text.empty() ? " |" : " " + text + " |";
    }
    out += "\n";
  }
  const std::vector<std::string> notes = notes_of(table);
  if (!notes.empty()) out += "\n";
  for (const std::string& note : notes) out += "- " + markdown_escaped(note) + "\n";
  return out;
}

namespace {

// Only the tabular environment.
std::string latex_body(const Table& table, const std::string& environment, const std::string& width,
                       const std::string& before_columns) {
  const size_t columns = table.columns.size();
  std::string out = "\\begin{" + environment + "}" + width + "{@{}" + before_columns;
  for (const Column& column : table.columns)
    out += column.flexible ? ">{\\raggedright\\arraybackslash}X" : column.align == Align::left ? "l" : "r";
  out += "@{}}\n\\toprule\n";

  std::string groups, rules;
  for (size_t c = 0; c < columns;) {
    size_t end = c + 1;
    const std::string& group = table.columns[c].group;
    while (!group.empty() && end < columns && table.columns[end].group == group) ++end;
    groups +=
        (c ? " & " : "") +
        (group.empty() ? "" : fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", end - c, latex_escaped(group)));
    if (!group.empty()) rules += fmt::format("\\cmidrule(lr){{{}-{}}}", c + 1, end);
    c = end;
  }
  if (!rules.empty()) out += groups + " \\\\\n" + rules + "\n";
  size_t lines = 1;
  for (const Column& column : table.columns) lines = std::max(lines, heading_lines(column).size());
  for (size_t line = 0; line < lines; ++line) {
    for (size_t c = 0; c < columns; ++c) {
      const std::vector<std::string> text = heading_lines(table.columns[c]);
      const size_t skipped = lines - text.size();
      out += (c ? " & " : "") + (line < skipped ? "" : latex_escaped(text[line - skipped]));
    }
    out += " \\\\\n";
  }
  out += "\\midrule\n";

  for (const Row& row : table.rows) {
    if (!row.section.empty()) {
      // The table is as wide as the text, but no column is stretched.
      out += fmt::format(
          "\\midrule\n\\multicolumn{{{}}}{{@{{}}l@{{}}}}{{\\makebox[0pt][l]{{\\parbox[t]{{\\linewidth}}"
          "{{\\raggedright\\emph{{{}}}\\strut}}}}}} \\\\\n",
          columns, latex_escaped(row.section));
      continue;
    }
    for (size_t c = 0; c < columns; ++c) {
      const std::string text = c < row.cells.size() ? latex_escaped(row.cells[c].text) : "";
      const bool runs_over = c == 0 && row.wide_name && columns > 1;
      out += (c ? " & " : "") + (runs_over ? "\\multicolumn{2}{@{}l}{" + text + "}" : text);
      if (runs_over) ++c;
    }
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{" + environment + "}\n";
}

std::string latex_page(const Table& table) {
  std::string out =
      "% needs \\usepackage{booktabs,tabularx}\n\\begin{table}[htbp]\n\\centering\\footnotesize\n"
      "\\setlength{\\tabcolsep}{3pt}\\setlength{\\belowcaptionskip}{4pt}\n";
  if (!table.title.empty()) out += "\\caption{" + latex_escaped(table.title) + "}\n";
  // The table is as wide as the text: a flexible column, if there is one, takes the remaining space; otherwise,
  // the gaps grow.
  const bool flexible = std::any_of(table.columns.begin(), table.columns.end(),
                                    [](const Column& column) { return column.flexible; });
  out += latex_body(table, flexible ? "tabularx" : "tabular*", "{\\linewidth}",
                    flexible ? "" : "@{\\extracolsep{\\fill}}");
  std::vector<std::string> notes = notes_of(table);
  if (!table.above.empty()) notes.insert(notes.begin(), table.above);
  if (!notes.empty()) out += "\\par\\medskip\\raggedright\n";
  for (const std::string& note : notes) out += latex_escaped(note) + "\\par\n";
  return out + "\\end{table}\n";
}

}  // namespace

std::string as_latex(const Table& whole) {
  Table table = whole;
  std::vector<std::string> dropped;
  fit(table, kPageLetters, dropped);
  std::string out;
  for (size_t first = 0; first == 0 || first < table.rows.size(); first += kPageRows) {
    const size_t last = std::min(first + kPageRows, table.rows.size());
    Table page = table;
    page.rows.assign(table.rows.begin() + static_cast<std::ptrdiff_t>(first),
                     table.rows.begin() + static_cast<std::ptrdiff_t>(last));
    if (first > 0) page.title += " (continued)";
    if (last < table.rows.size()) clear_notes(page);
    out += latex_page(page);
  }
  return out;
}

// The font size on a slide: the number of lines that fit, including the table's head, and of characters per
// line.
struct SlideSize {
  const char* name;
  size_t lines, letters;
};
constexpr SlideSize kSlideSizes[] = {
    {"small", 13, 72}, {"footnotesize", 15, 80}, {"scriptsize", 17, 92}, {"tiny", 25, 120}};

std::string as_latex_slide(const Table& whole) {
  size_t head = 1;
  for (const Column& column : whole.columns)
    head = std::max(head, heading_lines(column).size() + (column.group.empty() ? 0 : 1));
  const size_t lines = head + whole.rows.size() + notes_of(whole).size();
  for (const SlideSize& size : kSlideSizes) {
    Table table = whole;
    std::vector<std::string> dropped;
    fit(table, size.letters, dropped);
    const bool smallest = &size == std::end(kSlideSizes) - 1;
    if (lines > size.lines || (!dropped.empty() && !smallest)) continue;
    std::string out = fmt::format(
        "% needs \\usepackage{{booktabs}}; for a beamer frame, "
        "aspectratio=169\n\\begingroup\\centering\\{}"
        "\\setlength{{\\tabcolsep}}{{4pt}}\n{}\\par\\smallskip\n",
        size.name, latex_escaped(table.title));
    out += latex_body(table, "tabular", "", "") + "\\par\\endgroup\n\\smallskip\n{\\tiny\\centering\n";
    for (const std::string& note : notes_of(table)) out += latex_escaped(note) + "\\par\n";
    return out + "}\n";
  }
  throw os::Error(fmt::format(
      "{}: a slide has room for {} lines, but the table has {}: select some with stages=", whole.title,
      kSlideSizes[std::size(kSlideSizes) - 1].lines, lines));
}

}  // namespace ladder::report
