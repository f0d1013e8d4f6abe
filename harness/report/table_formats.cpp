// A table as Markdown and LaTeX, and the escaping that each format needs.
#include "report/table.h"

#include <cctype>

#include <fmt/format.h>

namespace report {
namespace {

std::string full_heading(const Column& column) {
  return column.group.empty() ? column.heading : column.group + ": " + column.heading;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = text;
  replace_all(quoted, "\"", "\"\"");
  return '"' + quoted + '"';
}

std::string markdown_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      out += ' ';
      continue;
    }
    if (std::string_view("|\\`*_<>[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string latex_escaped(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    size_t digits = 0;  // of an exponent: 2^25
    if (text.compare(at, 2, "2^") == 0)
      while (at + 2 + digits < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 2 + digits])))
        ++digits;
    if (digits > 0) {
      out += "$2^{" + text.substr(at + 2, digits) + "}$";
      at += 1 + digits;
    } else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) {
      out += {'\\', c};
    } else {
      const std::string_view special = "~^\\<>|\n\r";
      constexpr const char* kWritten[] = {"\\textasciitilde{}",
                                          "\\textasciicircum{}",
                                          "\\textbackslash{}",
                                          "\\textless{}",
                                          "\\textgreater{}",
                                          "\\textbar{}",
                                          " ",
                                          " "};
      const size_t which = special.find(c);
      out += which == std::string_view::npos ? std::string(1, c) : kWritten[which];
    }
  }
  for (const auto& [from, to] : {std::pair{"≈", "$\\approx$"},
                                 {"×", "$\\times$"},
                                 {"·", "$\\cdot$"},
                                 {"…", "\\dots{}"},
                                 {"→", "$\\rightarrow$"}})
    replace_all(out, from, to);
  return out;
}

std::string as_markdown(const Table& table) {
  std::string out;
  if (!table.title.empty()) out += "**" + markdown_escaped(table.title) + "**\n\n";
  std::string rule;
  out += "|";
  for (const Column& column : table.columns) {
    out += " " + markdown_escaped(full_heading(column)) + " |";
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
  if (!table.notes.empty()) out += "\n";
  for (const std::string& note : table.notes) out += "- " + markdown_escaped(note) + "\n";
  return out;
}

std::string as_latex(const Table& table) {
  std::string out = "% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\\footnotesize\n";
  if (!table.title.empty()) out += "\\caption{" + latex_escaped(table.title) + "}\n";
  out += "\\begin{tabular}{";
  for (const Column& column : table.columns) out += column.align == Align::left ? 'l' : 'r';
  out += "}\n\\toprule\n";

  std::string groups, headings;
  bool any_group = false;
  for (size_t c = 0; c < table.columns.size();) {
    size_t end = c + 1;
    const std::string& group = table.columns[c].group;
    while (!group.empty() && end < table.columns.size() && table.columns[end].group == group) ++end;
    any_group = any_group || !group.empty();
    groups += (c ? " & " : "") + fmt::format("\\multicolumn{{{}}}{{{}}}{{{}}}", end - c,
                                             group.empty() ? "l" : "c", latex_escaped(group));
    c = end;
  }
  for (const Column& column : table.columns)
    headings += (headings.empty() ? "" : " & ") + latex_escaped(column.heading);
  if (any_group) out += groups + " \\\\\n";
  out += headings + " \\\\\n\\midrule\n";

  for (const Row& row : table.rows) {
    if (!row.section.empty()) {
      out += fmt::format("\\midrule\n\\multicolumn{{{}}}{{l}}{{\\emph{{{}}}}} \\\\\n", table.columns.size(),
                         latex_escaped(row.section));
      continue;
    }
    for (size_t c = 0; c < table.columns.size(); ++c)
      out += (c ? " & " : "") + (c < row.cells.size() ? latex_escaped(row.cells[c].text) : "");
    out += " \\\\\n";
  }
  out += "\\bottomrule\n\\end{tabular}\n";
  for (const std::string& note : table.notes) out += "\\par " + latex_escaped(note) + "\n";
  return out + "\\end{table}\n";
}

}  // namespace report
