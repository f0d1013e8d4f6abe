// A table before it is printed: columns, rows of text and notes. It has three printed forms (CSV is made from
// the rows of the results file, in tables.cpp). Built by columns.cpp and sweep_tables.cpp.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace ladder::report {

enum class Align { left, right };
enum class Tone { plain, good, bad, warn, faint };

struct Column {
  std::string heading;        // the heading for Markdown, which makes sense without the group
  std::string short_heading;  // shown below its group, '\n' between lines; "": the same as heading
  std::string group;          // printed above adjacent columns that share it, on a terminal and in LaTeX
  Align align = Align::right;
  bool flexible = false;  // may be truncated on a terminal, and wrapped in LaTeX
  int drop = 0;           // if space is short, the column with the highest value is dropped first; 0: never
  std::string key = {};   // its name for columns=
  bool of_group = false;  // the heading makes sense only below its group
};

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
};

struct Row {
  std::vector<Cell> cells;
  std::string section;     // if not empty: a line of text across the table, without cells
  bool wide_name = false;  // the first cell may extend into the second, which is empty
};

struct Table {
  std::string title;
  // Stated once for several columns; in Markdown, which cannot show groups, above the table.
  std::string above;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<std::string> notes;
  std::vector<std::pair<std::string, std::string>>
      signs;                               // a sign, and the note for the tables in which it occurs
  std::vector<std::string> verdicts = {};  // notes on wrong and skipped rows
  std::string provenance = {};             // the line below a table on a slide: GPU, date and commit
};

std::vector<std::string> notes_of(const Table&);  // including the notes on verdicts and signs
void clear_notes(Table&);

std::string as_text(const Table&, size_t width, bool colour);
std::string as_markdown(const Table&);
std::string as_latex(const Table&);  // needs booktabs and tabularx; as wide as the page's text
// The parts shown on a slide; from the notes, only the provenance and the faults found.
Table for_slide(Table);
// Needs booktabs; for a beamer frame, 16:9, with a title. Throws os::Error if it has too many rows.
std::string as_latex_slide(const Table&);

// Results files can come from anywhere: their text must not move the cursor or break a line.
std::string without_controls(std::string, char kept = ' ');
std::string csv_field(const std::string&);  // quoted if RFC 4180 requires it
std::string markdown_escaped(const std::string&);
std::string latex_escaped(const std::string&);

// The number of columns that fit on a page, and the characters and rows that fit on A4 paper in LaTeX.
inline constexpr size_t kPageColumns = 8, kPageLetters = 78, kPageRows = 48;

// The columns with these keys, in this order; without keys, all that are not empty. Throws os::Error for an
// unknown key.
void choose_columns(Table&, const std::vector<std::string>& keys);
size_t least_needed(const Table&);  // the column with the highest `drop`; the last one if there are several
void remove_column(Table&, size_t column);
// Removes columns in which every row has "" or "-", except the first column.
void drop_empty_columns(Table&);
// Removes columns, the highest `drop` first, until at most this many are left. If too many columns cannot be
// dropped, splits the table into several tables, each with the first column.
std::vector<Table> fitted_to_page(Table, size_t columns = kPageColumns);
// Column widths that make the table at most `width` characters wide. Columns that do not fit are removed and
// named in `dropped`.
std::vector<size_t> fit(Table&, size_t width, std::vector<std::string>& dropped);
std::vector<std::string> heading_lines(const Column&);

}  // namespace ladder::report
