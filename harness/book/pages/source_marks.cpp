// The code of a kernel, and its differences from another kernel. The comments at the top of a file are left
// out, because the page gives the same explanation.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pages/writers.h"
#include "os/error.h"
#include "os/files.h"
#include "look/source.h"
#include "text/lines.h"
#include "text/text_diff.h"

namespace ladder::pages {
namespace {

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; }

// A program in docs/, unchanged.
std::vector<std::string> program(const Desk& desk, const std::string& file) {
  if (!desk.exists(file)) throw os::Error(fmt::format("there is no {}", file));
  return text::lines_of(os::read_text(desk.in_root(file)));
}

// The lines without each file's top comment, and without the blank lines after that comment and at the
// end.
std::vector<look::SourceLine> source_without_headers(const Desk& desk, const stage::Stage& s) {
  std::vector<look::SourceLine> lines;
  bool at_top = true;
  for (const look::SourceLine& line : look::source_of(s.file, desk.root())) {
    if (line.text.starts_with("// ---- ")) {  // a line between the stage's own file and an included file
      at_top = !line.text.starts_with("// ---- end");
      lines.push_back(line);
      continue;
    }
    at_top = at_top && (line.text.starts_with("//") || is_blank(line.text));
    if (!at_top) lines.push_back(line);
  }
  while (!lines.empty() && is_blank(lines.back().text)) lines.pop_back();
  return lines;
}

struct Text {
  std::vector<std::string> lines;
  text::Side side;
};
Text text_of(const Desk& desk, const stage::Stage& s) {
  Text text{{}, {s.file}};
  for (look::SourceLine& line : source_without_headers(desk, s)) {
    text.lines.push_back(std::move(line.text));
    text.side.places.push_back(std::move(line.place));
  }
  return text;
}

}  // namespace

std::string code_mark(Desk& desk, const Arguments& said) {
  said.allow("a code mark", {"part"});
  const std::string part = said.text("part", "filled");
  if (said.words.size() != 1 || (part != "filled" && part != "left_out"))
    throw os::Error(
        "a code mark needs one stage, or a program: code: reduce/v0, code: docs/program/twice.cu (for a "
        "first step, part=left_out shows the code as the reader first sees it)");
  std::vector<std::string> lines;
  if (said.words[0].starts_with("docs/"))
    lines = program(desk, said.words[0]);
  else
    for (look::SourceLine& line : source_without_headers(desk, stage_named(said.words[0])))
      lines.push_back(std::move(line.text));
  lines = look::with_part(lines, part == "filled" ? look::Part::filled : look::Part::left_out);
  return fmt::format("```cpp\n{}\n```\n", fmt::join(lines, "\n"));
}

std::string diff_mark(Desk& desk, const Arguments& said) {
  said.allow("a diff mark", {});
  const Pair pair = pair_named(said.words, "diff");
  const Text a = text_of(desk, *pair.before), b = text_of(desk, *pair.after);
  const std::string text = text::unified(text::diff_lines(a.lines, b.lines), a.side, b.side, false);
  if (text.empty())
    throw os::Error(fmt::format("{} and {} have the same source", pair.before->id, pair.after->id));
  return fmt::format("```diff\n{}```\n", text);
}

}  // namespace ladder::pages
