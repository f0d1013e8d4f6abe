// A stage's links: its track's page, the previous stage, the next ones, its kernel file. A page that has not
// been written yet gets no link.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "pages/writers.h"
#include "os/error.h"
#include "os/files.h"

namespace pages {
namespace {

std::string linked(const Desk& desk, const std::string& words, const std::string& file) {
  return desk.exists(file) ? fmt::format("[{}]({})", words, desk.path_from_page(file)) : words;
}

std::string rung(const Desk& desk, const stage::Stage& s) {
  return linked(desk, fmt::format("`{}`", s.name()), fmt::format("docs/{}.md", s.id));
}

// If so, the file is the answer, and its link says so.
bool has_exercise(const Desk& desk, const stage::Stage& s) {
  const std::string page = fmt::format("docs/{}.md", s.id);
  return desk.exists(page) &&
         os::read_text(desk.in_root(page)).find(fmt::format("\n<!-- exercise: {} ", s.id)) !=
             std::string::npos;
}

}  // namespace

std::string rung_mark(Desk& desk, const Arguments& said) {
  said.allow("a rung mark", {});
  if (said.words.size() != 1) throw os::Error("a rung mark needs one stage: rung: reduce/v2");
  const stage::Stage& s = stage_named(said.words[0]);
  std::vector<std::string> parts = {
      linked(desk, fmt::format("all of {}", s.track()), fmt::format("docs/{}.md", s.track()))};
  if (s.after.empty())
    parts.push_back("this is the first stage");
  else
    parts.push_back("previous: " + rung(desk, stage_named(s.after)));
  std::vector<std::string> next;
  for (const stage::Stage* other : stage::all_stages(stage::Build::simt))
    if (other->after == s.id) next.push_back(rung(desk, *other));
  parts.push_back(next.empty() ? "this is the last stage" : fmt::format("next: {}", fmt::join(next, ", ")));
  parts.push_back((has_exercise(desk, s) ? "the finished kernel: " : "kernel: ") +
                  linked(desk, std::filesystem::path(s.file).filename().string(), s.file));
  return fmt::format("{}\n", fmt::join(parts, " · "));
}

}  // namespace pages
