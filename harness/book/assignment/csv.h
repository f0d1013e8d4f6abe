// Tables in the form that spreadsheets and gradebooks read and write.
#pragma once
#include <string>
#include <vector>

namespace ladder::assignment {

// Rows of cells, quoted as in RFC 4180. Empty lines and a byte order mark are skipped.
std::vector<std::vector<std::string>> csv_rows(const std::string& text);

// The cell, quoted. If a spreadsheet would interpret it as a formula, it is marked as text.
std::string csv_cell(const std::string& text);
// The row, with its line end.
std::string csv_row(const std::vector<std::string>& cells);

}  // namespace ladder::assignment
