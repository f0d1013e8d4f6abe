// Tables as spreadsheets and gradebooks write and read them.
#pragma once
#include <string>
#include <vector>

namespace assignment {

// Rows of cells; quoting as in RFC 4180. Empty lines and a byte order mark are skipped.
std::vector<std::vector<std::string>> csv_rows(const std::string& text);

// A quoted cell. A cell that a spreadsheet would interpret as a formula is marked as text.
std::string csv_cell(const std::string& text);
// The row, with its line end.
std::string csv_row(const std::vector<std::string>& cells);

}  // namespace assignment
