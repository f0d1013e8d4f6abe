#include "practice/exercise.h"

#include <fmt/format.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "data/counts.h"
#include "pages/marks.h"
#include "os/error.h"
#include "os/files.h"
#include "look/source.h"
#include "text/lines.h"

namespace ladder::practice {
namespace {

const std::string kMark = "<!-- exercise: ";

// "[text](address)" becomes "text", and comments are removed.
std::string plain(std::string text) {
  static const std::regex comment("<!--.*?-->"), link(R"(\[([^\]]*)\]\([^)]*\))"), spaces(" {2,}");
  text = std::regex_replace(text, comment, "");
  text = std::regex_replace(text, link, "$1");
  return std::regex_replace(text, spaces, " ");
}

void add_line(std::string& to, const std::string& line) {
  if (line.empty() && (to.empty() || to.ends_with("\n\n"))) return;
  to += line + "\n";
}

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of("\n "), end = text.find_last_not_of("\n ");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

std::vector<std::string> judged_by(const pages::Arguments& said) {
  std::vector<std::string> names;
  if (said.text("judged") == "none") return names;
  std::istringstream list(said.text("judged"));
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

// The stage with this id or, if that stage has a race itself, the stage that fixes the race.
const stage::Stage* sound(const std::string& id) {
  const stage::Stage* found = stage::find_stage(stage::Build::simt, id);
  if (found != nullptr && !found->racy.empty())
    for (const stage::Stage* next : stage::all_stages(stage::Build::simt))
      if (next->after == id) return next;
  return found;
}

}  // namespace

Exercise exercise_of(const std::string& text, const std::string& page, const stage::Stage& rung) {
  Exercise e;
  e.page = page;
  bool in_exercise = false, in_hint = false;
  for (const std::string& line : text::lines_of(text)) {
    if (line.starts_with(kMark)) {
      const size_t end = line.rfind(" -->");
      if (end == std::string::npos) continue;  // ./ladder docs reports this mistake
      const pages::Arguments said = pages::arguments_of(line.substr(kMark.size(), end - kMark.size()));
      in_exercise = !said.words.empty() && said.words[0] == rung.id;
      if (!in_exercise) continue;
      e.rung = &rung;
      e.judged = judged_by(said);
      if (said.has("yours")) e.yours = said.text("yours");
      if (said.has("sizes")) e.sizes = said.text("sizes");
      if (said.has("bytes")) e.bytes = data::count_from(said.text("bytes"));
      if (said.has("without")) e.without = said.text("without");
      if (said.has("with")) e.with = said.text("with");
      e.same_bits = said.has("same_bits");
      e.checks_launch = said.has("checks_launch");
      if (said.has("grid")) e.grid_n = data::count_from(said.text("grid"));
    } else if (!in_exercise) {
      continue;
    } else if (line.starts_with("## ") || line.starts_with("<!-- stage:") ||
               line.starts_with("[All pitfalls]")) {
      break;
    } else if (line.starts_with("<details>")) {
      in_hint = true;
      e.hints.emplace_back();
    } else if (line.starts_with("</details>")) {
      in_hint = false;
      e.hints.back() = trimmed(plain(e.hints.back()));
    } else if (in_hint && !line.starts_with("<summary>")) {
      add_line(e.hints.back(), line);
    } else if (!in_hint) {
      add_line(e.task, line);
    }
  }
  e.task = trimmed(plain(e.task));
  if (e.rung == nullptr) return e;
  const bool has_part = look::has_part(text::lines_of(os::read_text(os::in_repository(rung.file))));
  e.from = e.is_repair() || has_part ? &rung : stage::find_stage(rung.build, rung.after);
  e.solution = e.is_repair() ? sound(rung.spoils) : &rung;
  if (e.solution == nullptr)
    throw os::Error(fmt::format("{}: the pitfall {} has no correct stage", page, rung.id));
  if (e.from == nullptr)
    throw os::Error(fmt::format("{}: {} has no stage before it to start from", page, rung.id));
  if (e.task.empty() || e.hints.empty())
    throw os::Error(fmt::format("{}: the exercise lacks {}", page,
                                e.task.empty() ? "its task: the text after the mark" : "hints"));
  return e;
}

std::vector<Exercise> exercises(const std::string& root, std::map<std::string, std::string>* broken) {
  std::vector<Exercise> all;
  for (const stage::Stage* rung : stage::all_stages(stage::Build::simt)) {
    const std::string page = "docs/" + rung->id + ".md";
    const auto file = std::filesystem::path(root) / page;
    if (!std::filesystem::is_regular_file(file)) continue;
    try {
      Exercise e = exercise_of(os::read_text(file.string()), page, *rung);
      if (e.rung != nullptr) all.push_back(std::move(e));
    } catch (const os::Error& error) {
      if (broken == nullptr) throw;
      (*broken)[rung->id] = error.what();
    }
  }
  return all;
}

}  // namespace ladder::practice
