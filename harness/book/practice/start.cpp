// The reader's starting file.
#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "pages/counted.h"
#include "os/error.h"
#include "practice/exercise.h"
#include "practice/program.h"
#include "practice/targets.h"
#include "look/source.h"
#include "text/text_diff.h"
#include "text/units.h"
#include "text/lines.h"

namespace ladder::practice {
namespace {

constexpr size_t kColumns = 107;  // including the leading "// ": as wide as the comments in the kernels

std::string as_comment(const std::string& text) {
  std::string out;
  for (const std::string& paragraph : text::lines_of(text)) {
    if (paragraph.empty()) out += "//\n";
    for (const std::string& line : text::wrapped(paragraph, kColumns)) out += "// " + line + "\n";
  }
  return out;
}

bool starts_registration(const std::string& line) { return line.starts_with("STAGE("); }

// The text from STAGE( to its semicolon; for a pitfall, without the verdict that it must receive.
std::vector<std::string> registration(const stage::Stage& s) {
  std::vector<std::string> lines;
  bool inside = false;
  for (const look::SourceLine& line : look::source_of(s.file)) {
    inside = inside || starts_registration(line.text);
    if (!inside) continue;
    if (line.text.starts_with("    .expect(")) {
      lines.back() += ";";
      break;
    }
    lines.push_back(line.text);
    if (line.text.ends_with(";")) break;
  }
  if (lines.empty()) throw os::Error(fmt::format("{} has no line that begins with STAGE(", s.file));
  return lines;
}

// Removes a comment that says what is wrong, at the end of a line or on a separate line.
std::string without_verdict(const std::string& line) {
  static const std::regex verdict(R"( *// wrong\b.*$)");
  return std::regex_replace(line, verdict, "");
}

std::string targets_text(const Exercise& e) {
  if (e.is_repair())
    return fmt::format(
        "Judged: correct at every size, free of hazards, and close to `{0}`: no more requests, sectors, "
        "wavefronts, barriers, atomics, divisions or launches than `{0}` has.\n",
        e.rung->spoils);
  if (is_program(e))
    return "Judged by ./ladder try: the program exits with status 0, and no errors are found. The kernels of "
           "the program do the work, and the program detects kernels that do nothing.\n";
  const std::string grid = e.grid_n == 0
                               ? ""
                               : fmt::format("At n = {}, the grid has no more blocks than the grid of {}.\n",
                                             text::n_text(e.grid_n), e.id());
  if (e.judged.empty()) return "Judged: correct at every size, and free of hazards.\n" + grid;
  const bench::Result& goal = recorded(e.id(), e.sizes);
  std::string text =
      fmt::format("Judged: correct at every size, free of hazards, and at n = {}, block {}, {}:\n",
                  e.sizes.empty() ? text::n_text(goal.n) : e.sizes, goal.block, goal.dtype);
  for (const std::string& name : e.judged) {
    // The value of the preceding stage if the file starts from that stage; otherwise not known yet.
    std::string now;
    if (e.from != e.rung && e.yours.empty())
      now = fmt::format("now {:>8}, ",
                        pages::text_of(pages::counted(*recorded(e.from->id, e.sizes).counters, name)));
    text += fmt::format("  {:<44} {}target {}\n", pages::title_of(name), now,
                        pages::text_of(pages::counted(*goal.counters, name)));
  }
  return text + grid;
}

// Lines that begin with two spaces are left unchanged.
std::string targets_comment(const std::string& text) {
  std::string out;
  for (const std::string& line : text::lines_of(text))
    out += line.starts_with("  ") ? "// " + line + "\n" : as_comment(line);
  return out;
}

}  // namespace

std::vector<std::string> body_of(const stage::Stage& s, look::Part part) {
  std::vector<std::string> body;
  bool header = true;
  for (const look::SourceLine& line : look::source_of(s.file)) {
    header = header && line.text.starts_with("//");
    if (!header) body.push_back(line.text);
  }
  return look::with_part(body, part);
}

namespace {

// Removes the body of the function with this name: from the end of its head to its closing brace.
std::vector<std::string> without_body(const std::vector<std::string>& source, const std::string& function) {
  std::vector<std::string> kept;
  enum { before, head, inside, behind } where = before;
  for (const std::string& line : source) {
    if (where == before && line.find(" " + function + "(") != std::string::npos && line.starts_with("__"))
      where = head;
    if (where == inside && line == "}") where = behind;
    if (where == inside) continue;
    kept.push_back(line);
    if (where != head || !line.ends_with("{")) continue;
    for (const char* part : {"  // Your part.", "", "  // End of your part."}) kept.emplace_back(part);
    where = inside;
  }
  if (where != behind)
    throw os::Error("there is no function " + function +
                    " that begins with __global__ and ends with a brace on a line of its own");
  return kept;
}

std::string text_of(const Exercise& e, const std::string& file, const std::vector<std::string>& body) {
  std::string text = fmt::format("// {} · {}\n", e.id(), e.rung->idea);
  text += as_comment(e.task) + "//\n" + targets_comment(targets_text(e));
  text += as_comment(fmt::format(
      "`./ladder practice {}` judges {}; with --hint, it gives a hint; with --watch, it judges the "
      "file each time it is saved. The page: {}",
      e.id(), file, e.page));
  bool in_registration = false;
  for (const std::string& line : body) {
    if (starts_registration(line)) {
      in_registration = true;
      for (const std::string& own : registration(*e.rung)) text += own + "\n";
    }
    if (!in_registration) {
      const std::string kept = e.is_repair() ? without_verdict(line) : line;
      if (kept == line || !kept.empty()) text += kept + "\n";
    }
    if (in_registration && line.ends_with(";")) in_registration = false;
  }
  return text;
}

}  // namespace

std::string starting_text(const Exercise& e, const std::string& file) {
  if (!e.yours.empty()) return text_of(e, file, without_body(body_of(*e.rung), e.yours));
  const bool itself = e.from == e.rung;
  return text_of(e, file, body_of(*e.from, itself ? look::Part::left_out : look::Part::filled));
}

std::string answered_text(const Exercise& e, const stage::Stage& answer, const std::string& file) {
  return text_of(e, file, body_of(answer));
}

std::string difference_from_solution(const Exercise& e, const std::string& file, const std::string& text,
                                     bool colour) {
  std::vector<std::string> mine = text::lines_of(text);
  const auto first_code =
      std::find_if(mine.begin(), mine.end(), [](const std::string& line) { return !line.starts_with("//"); });
  const auto header = static_cast<size_t>(first_code - mine.begin());
  mine.erase(mine.begin(), first_code);
  text::Side side{file};
  for (size_t i = 0; i < mine.size(); ++i) side.places.push_back(std::to_string(header + i + 1));
  const stage::Stage& real = *e.solution;
  const std::string difference =
      text::unified(text::diff_lines(mine, body_of(real)), side, {real.file}, colour);
  if (!difference.empty()) return difference;
  return fmt::format("{} is the same as {}, except for comments at the top.\n", file, real.file);
}

}  // namespace ladder::practice
