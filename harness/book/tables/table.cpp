// Selects the columns of a table.
#include "tables/table.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "os/error.h"
#include "text/nearest.h"

namespace ladder::report {
namespace {

// Does the row contain anything apart from its name and a correct verdict?
bool says_something(const std::vector<Column>& columns, const std::vector<Cell>& cells) {
  for (size_t c = 1; c < cells.size(); ++c)
    if (columns[c].key != "verdict" && !cells[c].text.empty() && cells[c].text != "-") return true;
  return false;
}

// The table reduced to these columns. A name may extend into the next column only if that column is flexible.
// Rows without other contents are removed, and so are the headings above them.
Table with_columns(const Table& from, const std::vector<size_t>& which) {
  Table table = from;
  table.columns.clear();
  for (const size_t c : which) table.columns.push_back(from.columns[c]);
  const bool room = table.columns.size() > 1 && table.columns[1].flexible;
  for (Row& row : table.rows) {
    std::vector<Cell> cells;
    if (row.section.empty())
      for (const size_t c : which) cells.push_back(c < row.cells.size() ? row.cells[c] : Cell{});
    if (says_something(from.columns, row.cells) && !says_something(table.columns, cells)) cells.clear();
    row.cells = std::move(cells);
    row.wide_name = row.wide_name && room;
  }
  std::vector<Row> rows;
  for (size_t r = table.rows.size(); r-- > 0;) {
    const Row& row = table.rows[r];
    const bool heads_nothing = !row.section.empty() && (rows.empty() || !rows.back().section.empty());
    const bool headed_something =
        !row.section.empty() && r + 1 < table.rows.size() && table.rows[r + 1].section.empty();
    if ((row.section.empty() && row.cells.empty()) || (heads_nothing && headed_something)) continue;
    rows.push_back(row);
  }
  std::reverse(rows.begin(), rows.end());
  table.rows = std::move(rows);
  return table;
}

std::vector<size_t> all_columns(const Table& table) {
  std::vector<size_t> which(table.columns.size());
  for (size_t c = 0; c < which.size(); ++c) which[c] = c;
  return which;
}

}  // namespace

std::vector<std::string> notes_of(const Table& table) {
  const auto in_a_cell = [&](const std::string& sign) {
    for (const Row& row : table.rows)
      for (const Cell& cell : row.cells)
        if (cell.text.starts_with(sign) || cell.text.ends_with(sign)) return true;
    return false;
  };
  std::vector<std::string> notes = table.notes;
  notes.insert(notes.end(), table.verdicts.begin(), table.verdicts.end());
  for (const auto& [sign, note] : table.signs)
    if (in_a_cell(sign)) notes.push_back(note);
  return notes;
}

void clear_notes(Table& table) {
  table.notes.clear();
  table.verdicts.clear();
  table.provenance.clear();
}

Table for_slide(Table table) {
  table.above.clear();
  table.notes = {table.provenance};
  if (table.provenance.empty()) table.notes.clear();
  table.signs.clear();
  for (Column& column : table.columns) {  // on a slide, lines are not broken
    if (column.flexible) column.drop = std::max(column.drop, 4);
    column.flexible = false;
  }
  return table;
}

size_t least_needed(const Table& table) {
  const auto least = std::max_element(table.columns.rbegin(), table.columns.rend(),
                                      [](const Column& a, const Column& b) { return a.drop < b.drop; });
  return static_cast<size_t>(table.columns.rend() - least) - 1;
}

void remove_column(Table& table, size_t column) {
  std::vector<size_t> which = all_columns(table);
  which.erase(which.begin() + static_cast<std::ptrdiff_t>(column));
  table = with_columns(table, which);
}

void choose_columns(Table& table, const std::vector<std::string>& keys) {
  if (keys.empty()) return drop_empty_columns(table);
  std::vector<size_t> which;
  std::vector<std::string> known;
  for (const Column& column : table.columns)
    if (std::find(known.begin(), known.end(), column.key) == known.end()) known.push_back(column.key);
  bool more = true;  // with several GPUs, each has such columns: those of the first GPU come first
  for (size_t copy = 0; more; ++copy) {
    more = false;
    for (const std::string& key : keys) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        throw os::Error(fmt::format("columns={}: there is no such column{}; valid ones are {}", key,
                                    text::did_you_mean(key, known), fmt::join(known, " ")));
      size_t left = copy;
      for (const size_t c : all_columns(table))
        if (table.columns[c].key == key && left-- == 0) {
          which.push_back(c);
          more = true;
        }
    }
  }
  table = with_columns(table, which);
}

void drop_empty_columns(Table& table) {
  std::vector<size_t> which;
  for (const size_t c : all_columns(table)) {
    const bool empty = std::all_of(table.rows.begin(), table.rows.end(), [&](const Row& row) {
      return c >= row.cells.size() || row.cells[c].text.empty() || row.cells[c].text == "-";
    });
    if (c == 0 || !empty) which.push_back(c);
  }
  table = with_columns(table, which);
}

std::vector<Table> fitted_to_page(Table table, size_t columns) {
  while (table.columns.size() > columns) {
    const size_t least = least_needed(table);
    if (table.columns[least].drop == 0) break;
    remove_column(table, least);
  }
  if (table.columns.size() <= columns) return {table};
  const size_t values = table.columns.size() - 1;
  const size_t parts = (values + columns - 2) / (columns - 1), each = (values + parts - 1) / parts;
  std::vector<Table> tables;
  for (size_t first = 1; first <= values; first += each) {
    std::vector<size_t> which = {0};
    for (size_t c = first; c < std::min(first + each, values + 1); ++c) which.push_back(c);
    tables.push_back(with_columns(table, which));
    if (first + each <= values) clear_notes(tables.back());  // notes appear only below the last table
  }
  return tables;
}

}  // namespace ladder::report
