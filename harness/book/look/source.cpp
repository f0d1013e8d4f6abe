#include "look/source.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "os/files.h"
#include "text/lines.h"

namespace ladder::look {
namespace {

namespace fs = std::filesystem;

// "kernels/reduce/mailbox.cuh" for #include "mailbox.cuh" in a file in kernels/reduce; "" for any other line.
std::string included_kernel_file(const std::string& line, const fs::path& folder, const fs::path& root) {
  static const std::regex include(R"re(\s*#\s*include\s*"([^"]+)".*)re");
  std::smatch found;
  if (!std::regex_match(line, found, include)) return "";
  const fs::path file = (folder / found[1].str()).lexically_normal();
  return *file.begin() == "kernels" && fs::is_regular_file(root / file) ? file.string() : "";
}

void append(const fs::path& file, const fs::path& root, std::set<std::string>& seen,
            std::vector<SourceLine>& out) {
  const bool own = seen.empty();
  seen.insert(file.string());
  const auto place = [&](size_t line) {
    return (own ? "" : file.filename().string() + ":") + std::to_string(line);
  };
  const std::vector<std::string> lines = text::lines_of(os::read_text((root / file).string()));
  if (!own) out.push_back({"// ---- " + file.string(), place(1)});
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string included = included_kernel_file(lines[i], file.parent_path(), root);
    if (!included.empty() && !seen.contains(included))
      append(included, root, seen, out);
    else if (included.empty() && (own || lines[i] != "#pragma once"))
      out.push_back({lines[i], place(i + 1)});
  }
  if (!own) out.push_back({"// ---- end of " + file.string(), place(lines.size())});
}

}  // namespace

std::string text_of(const simt::Access& a) {
  std::string text = a.file;
  if (a.line > 0) text += ":" + std::to_string(a.line);
  text += ": " + a.access;
  return a.thread.empty() ? text : text + " by " + a.thread.text();
}

namespace {

constexpr const char *kYourPart = "// Your part: ", *kWas = "// Was: ", *kEndOfPart = "// End of your part.";

// Does the line, after its indentation, start with these words?
bool says(const std::string& line, const char* words) {
  const size_t at = line.find_first_not_of(' ');
  return at != std::string::npos && line.compare(at, std::char_traits<char>::length(words), words) == 0;
}

}  // namespace

bool has_part(const std::vector<std::string>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const std::string& l) { return says(l, kYourPart); });
}

bool is_what_was(const std::string& line) { return says(line, kWas); }

std::vector<std::string> with_part(const std::vector<std::string>& lines, Part part) {
  std::vector<std::string> out;
  bool inside = false;
  for (const std::string& line : lines) {
    if (says(line, kEndOfPart)) {
      if (part == Part::left_out && says(out.back(), kYourPart)) out.emplace_back();
      inside = false;
    }
    const bool was = inside && says(line, kWas);
    if (was && part == Part::left_out) {
      std::string code = line;
      out.push_back(code.erase(code.find(kWas), std::char_traits<char>::length(kWas)));
    }
    if (!was && (!inside || part == Part::filled)) out.push_back(line);
    inside = inside || says(line, kYourPart);
  }
  return out;
}

std::vector<SourceLine> source_of(const std::string& file, const std::string& root) {
  std::vector<SourceLine> out;
  std::set<std::string> seen;
  append(file, root, seen, out);
  return out;
}

}  // namespace ladder::look
