// A table before it is printed: columns, rows of text, notes; and its three printed forms (CSV is made of the
// rows of the results file, in tables.cpp). Built by backend_tables.cpp and sweep_tables.cpp.
#pragma once
#include <string>
#include <vector>

namespace report {

enum class Align { left, right };
enum class Tone { plain, good, bad, warn, faint };

struct Column {
  std::string heading;        // in full, for Markdown and LaTeX
  std::string short_heading;  // on a terminal, '\n' between lines; "" is the same as heading
  std::string group;          // printed over neighbours that share it
  Align align = Align::right;
  bool flexible = false;  // may be cut to fit a terminal
  int drop = 0;           // on a narrow terminal the highest goes first; 0 stays
};

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
};

struct Row {
  std::vector<Cell> cells;
  std::string section;     // not empty: a line of text across the table, and no cells
  bool wide_name = false;  // the first cell may run over the second, which is empty
};

struct Table {
  std::string title;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<std::string> notes;
  bool only_text = false;  // there are no other forms to see a dropped column in
};

std::string as_text(const Table&, size_t width, bool colour);
std::string as_markdown(const Table&);
std::string as_latex(const Table&);  // needs \usepackage{booktabs}

std::string csv_field(const std::string&);  // quoted where RFC 4180 asks for it
std::string markdown_escaped(const std::string&);
std::string latex_escaped(const std::string&);

// Takes out columns in which no row has anything but "" or "-", except the first `keep`.
void drop_empty_columns(Table&, size_t keep);

}  // namespace report
