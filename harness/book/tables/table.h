// A table before it is printed: columns, rows of text, notes; and its three printed forms (CSV is made of the
// rows of the results file, in tables.cpp). Built by columns.cpp and sweep_tables.cpp.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace report {

enum class Align { left, right };
enum class Tone { plain, good, bad, warn, faint };

struct Column {
  std::string heading;        // complete by itself, for Markdown
  std::string short_heading;  // below its group, '\n' between lines; "" is the same as heading
  std::string group;          // printed over neighbours that share it, on a terminal and in LaTeX
  Align align = Align::right;
  bool flexible = false;  // may be cut on a terminal, and takes several lines in LaTeX
  int drop = 0;           // where there is no room the highest goes first; 0 stays
  std::string key = {};   // what columns= calls it
  bool of_group = false;  // the heading says nothing without its group's
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
  std::string above;  // said once for several columns: above the table in Markdown, where no group can stand
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<std::string> notes;
  std::vector<std::pair<std::string, std::string>>
      signs;                               // a sign, and the note for tables where it is in a cell
  std::vector<std::string> verdicts = {};  // notes on what was found wrong, or skipped
  std::string provenance = {};             // the line below a table on a slide: which GPU, when, which commit
};

std::vector<std::string> notes_of(const Table&);  // those of the verdicts and signs too
void clear_notes(Table&);

std::string as_text(const Table&, size_t width, bool colour);
std::string as_markdown(const Table&);
std::string as_latex(const Table&);  // needs booktabs and tabularx; as wide as the text of the page
// What a slide shows of it: of the notes its provenance, and what was found wrong.
Table for_slide(Table);
// Needs booktabs; for a frame of beamer, 16:9, with a title. Throws os::Error where it has too many rows.
std::string as_latex_slide(const Table&);

// A results file can come from anywhere: nothing in it may move the cursor or break a line.
std::string without_controls(std::string, char kept = ' ');
std::string csv_field(const std::string&);  // quoted where RFC 4180 asks for it
std::string markdown_escaped(const std::string&);
std::string latex_escaped(const std::string&);

// A page has room for so many columns. A4 in LaTeX has room for so many letters, and rows.
inline constexpr size_t kPageColumns = 8, kPageLetters = 78, kPageRows = 48;

// The columns with these keys, in this order; of no keys: all that are not empty. Throws os::Error for a key that no
// column has.
void choose_columns(Table&, const std::vector<std::string>& keys);
size_t least_needed(const Table&);  // the column with the highest `drop`, the last one of several
void remove_column(Table&, size_t column);
// Takes out columns in which no row has anything but "" or "-", except the first.
void drop_empty_columns(Table&);
// Takes out columns, the one with the highest `drop` first, until there are at most so many. What is left is cut
// into several tables, each with the first column.
std::vector<Table> fitted_to_page(Table, size_t columns = kPageColumns);
// Widths of columns so that the table takes at most `width` letters. Columns for which there is no room are taken
// out and named in `dropped`.
std::vector<size_t> fit(Table&, size_t width, std::vector<std::string>& dropped);
std::vector<std::string> heading_lines(const Column&);

}  // namespace report
