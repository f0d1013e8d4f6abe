// Tables as a spreadsheet or a gradebook writes and reads them.
#pragma once
#include <string>
#include <vector>

namespace assignment {

// Rows of cells; quotes as in RFC 4180. Empty lines are left out, a byte order mark too.
std::vector<std::vector<std::string>> csv_rows(const std::string& text);

// In quotes. A cell that a spreadsheet would take for a formula is marked as a text.
std::string csv_cell(const std::string& text);
// The row, with its line end.
std::string csv_row(const std::vector<std::string>& cells);

}  // namespace assignment
