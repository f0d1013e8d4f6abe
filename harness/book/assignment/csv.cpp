#include "assignment/csv.h"

namespace ladder::assignment {

std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row(1);
  bool quoted = false;
  const std::string head = text.substr(0, text.find('\n'));
  const char between = head.find(',') == std::string::npos && head.find(';') != std::string::npos ? ';' : ',';
  const auto end_of_row = [&] {
    if (row.size() > 1 || !row[0].empty()) rows.push_back(row);
    row.assign(1, "");
  };
  for (size_t i = text.starts_with("\xef\xbb\xbf") ? 3 : 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"')
        row.back() += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        row.back() += text[++i];
      else
        quoted = false;
    } else if (c == '"' && row.back().empty()) {
      quoted = true;
    } else if (c == between) {
      row.emplace_back();
    } else if (c == '\n') {
      end_of_row();
    } else if (c != '\r') {
      row.back() += c;
    }
  }
  end_of_row();
  return rows;
}

std::string csv_cell(const std::string& text) {
  std::string out = "\"";
  const bool formula =
      text != "-" && !text.empty() && std::string("=+-@\t\r").find(text[0]) != std::string::npos;
  if (formula) out += "'";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_row(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + csv_cell(cell);
  return line + "\n";
}

}  // namespace ladder::assignment
