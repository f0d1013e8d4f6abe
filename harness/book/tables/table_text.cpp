// A table for a terminal: aligned, and never wider than requested.
#include "tables/table.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "text/lines.h"
#include "text/style.h"
#include "text/units.h"

namespace ladder::report {
namespace {

constexpr size_t kFlexibleMinimum = 18, kNarrowest = 4;

size_t gap_before(const Table& table, size_t column) {
  if (column == 0) return 0;
  const std::string& group = table.columns[column].group;
  return !group.empty() && group == table.columns[column - 1].group ? 1 : 2;
}

std::vector<size_t> natural_widths(const Table& table) {
  std::vector<size_t> widths;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    size_t width = 1;
    for (const std::string& line : heading_lines(table.columns[c]))
      width = std::max(width, text::text_width(line));
    for (const Row& row : table.rows)
      if (c < row.cells.size() && !(c == 0 && row.wide_name))
        width = std::max(width, text::text_width(row.cells[c].text));
    widths.push_back(width);
  }
  // A group's name must fit above its columns.
  for (size_t first = 0; first < widths.size();) {
    size_t last = first, total = widths[first];
    const std::string& group = table.columns[first].group;
    while (!group.empty() && last + 1 < widths.size() && table.columns[last + 1].group == group)
      total += widths[++last] + 1;
    if (text::text_width(group) > total) widths[first] += text::text_width(group) - total;
    first = last + 1;
  }
  return widths;
}

size_t total_width(const Table& table, const std::vector<size_t>& widths) {
  size_t total = 0;
  for (size_t c = 0; c < widths.size(); ++c) total += widths[c] + gap_before(table, c);
  return total;
}

}  // namespace

std::vector<std::string> heading_lines(const Column& column) {
  return text::lines_of(column.short_heading.empty() ? column.heading : column.short_heading);
}

std::vector<size_t> fit(Table& table, size_t width, std::vector<std::string>& dropped) {
  while (true) {
    std::vector<size_t> widths = natural_widths(table);
    const std::vector<size_t> natural = widths;
    size_t flexible = widths.size();
    for (size_t c = 0; c < widths.size(); ++c)
      if (table.columns[c].flexible) flexible = c;
    if (flexible < widths.size()) widths[flexible] = std::min(widths[flexible], kFlexibleMinimum);
    size_t total = total_width(table, widths);
    if (total > width) {
      if (const size_t least = least_needed(table); table.columns[least].drop > 0) {
        dropped.push_back(table.columns[least].heading);
        remove_column(table, least);
        continue;
      }
      // Nothing left to drop: truncate the widest text, one column at a time, then drop the last column.
      while (total > width) {
        const auto widest = std::max_element(widths.begin(), widths.end());
        if (*widest <= kNarrowest) break;
        --*widest;
        --total;
      }
      if (total > width && widths.size() > 2) {
        dropped.push_back(table.columns.back().heading);
        remove_column(table, widths.size() - 1);
        continue;
      }
    }
    if (flexible < widths.size() && total < width) {
      size_t wanted = natural[flexible];
      if (flexible == 1)  // room for names that extend into the column `idea`
        for (const Row& row : table.rows)
          if (row.wide_name && !row.cells.empty() && text::text_width(row.cells[0].text) > widths[0] + 2)
            wanted = std::max(wanted, text::text_width(row.cells[0].text) - widths[0] - 2);
      widths[flexible] = std::min(std::max(wanted, widths[flexible]), widths[flexible] + width - total);
    }
    return widths;
  }
}

namespace {

std::string padded(const std::string& text, size_t width, Align align) {
  const std::string cut = text::shortened(text, width);
  const std::string space(width - text::text_width(cut), ' ');
  return align == Align::left ? cut + space : space + cut;
}

std::string toned(const std::string& text, Tone tone, bool colour) {
  if (tone == Tone::plain) return text;
  return text::styled(colour,
                      tone == Tone::good   ? text::style::good
                      : tone == Tone::bad  ? text::style::wrong
                      : tone == Tone::warn ? text::style::warn
                                           : text::style::faint,
                      text);
}

std::string bold(const std::string& text, bool colour) {
  return text::styled(colour, text::style::bold, text);
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

Table printable(Table table) {
  const auto clean = [](std::string& text, char kept = ' ') { text = without_controls(text, kept); };
  clean(table.title);
  clean(table.above);
  for (Column& column : table.columns) {
    clean(column.group);
    clean(column.heading);
    clean(column.short_heading, '\n');  // a heading may take several lines
  }
  for (Row& row : table.rows) {
    clean(row.section);
    for (Cell& cell : row.cells) clean(cell.text);
  }
  for (std::vector<std::string>* notes : {&table.notes, &table.verdicts})
    for (std::string& note : *notes) clean(note);
  return table;
}

std::string group_line(const Table& table, const std::vector<size_t>& widths) {
  std::string line;
  bool any = false;
  for (size_t first = 0; first < widths.size();) {
    size_t last = first, total = widths[first];
    const std::string& group = table.columns[first].group;
    while (!group.empty() && last + 1 < widths.size() && table.columns[last + 1].group == group)
      total += widths[++last] + 1;
    std::string label = text::shortened(group, total);
    if (!label.empty()) {
      any = true;
      const size_t spare = total - text::text_width(label);
      std::string bar = spare >= 2 ? " " : "";
      const size_t dashes = spare - bar.size();
      for (size_t i = 0; i < dashes; ++i) bar += "-";
      label += bar;
    }
    line += std::string(gap_before(table, first), ' ') + padded(label, total, Align::left);
    first = last + 1;
  }
  return any ? trimmed(line) : "";
}

std::string row_line(const Table& table, const std::vector<size_t>& widths, const Row& row, bool colour) {
  std::string line;
  for (size_t c = 0; c < widths.size(); ++c) {
    const Cell cell = c < row.cells.size() ? row.cells[c] : Cell{};
    size_t width = widths[c];
    line += std::string(gap_before(table, c), ' ');
    const bool runs_over = c == 0 && row.wide_name && widths.size() > 1;
    if (runs_over) width += gap_before(table, 1) + widths[1];
    line += toned(padded(cell.text, width, table.columns[c].align), cell.tone, colour);
    if (runs_over) ++c;
  }
  return trimmed(line);
}

}  // namespace

std::string as_text(const Table& whole, size_t width, bool colour) {
  Table table = printable(whole);
  std::vector<std::string> dropped;
  const std::vector<size_t> widths = fit(table, width, dropped);
  if (!dropped.empty())
    table.notes.push_back(fmt::format("Not shown here (CSV has all columns): {}.", fmt::join(dropped, ", ")));
  std::string out;
  for (const std::string& line : text::wrapped(table.title, width)) out += bold(line, colour) + '\n';
  out += group_line(table, widths);

  size_t lines = 1;
  for (const Column& column : table.columns) lines = std::max(lines, heading_lines(column).size());
  for (size_t line = 0; line < lines; ++line) {
    Row row;
    for (const Column& column : table.columns) {
      const std::vector<std::string> text = heading_lines(column);
      const size_t skipped = lines - text.size();  // headings with fewer lines are aligned at the bottom
      row.cells.push_back({line < skipped ? "" : text[line - skipped]});
    }
    out += row_line(table, widths, row, false);
  }
  out += std::string(std::min(width, total_width(table, widths)), '-') + '\n';

  for (const Row& row : table.rows)
    out += row.section.empty() ? row_line(table, widths, row, colour)
                               : toned(text::shortened(row.section, width), Tone::faint, colour) + '\n';
  std::vector<std::string> notes = notes_of(table);
  if (!table.above.empty()) notes.insert(notes.begin(), table.above);
  for (const std::string& note : notes) {
    bool first = true;
    for (const std::string& line : text::wrapped(note, width - 2)) {
      out += toned((first ? "" : "  ") + line, Tone::faint, colour) + '\n';
      first = false;
    }
  }
  return out;
}

}  // namespace ladder::report
