// A stage's links: its track's page, the previous stage, the next ones and, with `kernel`, its file. That file
// is the answer to the page's exercise, so only the mark at the end of the page names it. Pages that do not
// exist yet are not linked.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "pages/writers.h"
#include "os/error.h"
#include "os/files.h"

namespace ladder::pages {
namespace {

std::string linked(const Desk& desk, const std::string& words, const std::string& file) {
  return desk.exists(file) ? fmt::format("[{}]({})", words, desk.path_from_page(file)) : words;
}

std::string neighbour(const Desk& desk, const stage::Stage& s) {
  return linked(desk, fmt::format("`{}`", s.name()), fmt::format("docs/{}.md", s.id));
}

// Does the stage have an exercise? If so, its file is the answer, and the link to the file says so.
bool has_exercise(const Desk& desk, const stage::Stage& s) {
  const std::string page = fmt::format("docs/{}.md", s.id);
  return desk.exists(page) &&
         os::read_text(desk.in_root(page)).find(fmt::format("\n<!-- exercise: {} ", s.id)) !=
             std::string::npos;
}

}  // namespace

std::string stage_mark(Desk& desk, const Arguments& said) {
  said.allow("a stage mark", {});
  const bool with_kernel = said.words.size() == 2 && said.words[1] == "kernel";
  if (said.words.size() != (with_kernel ? 2 : 1))
    throw os::Error("a stage mark needs one stage, and then at most `kernel`: stage: reduce/v2 kernel");
  const stage::Stage& s = stage_named(said.words[0]);
  std::vector<std::string> parts = {
      linked(desk, fmt::format("all of {}", s.track()), fmt::format("docs/{}.md", s.track()))};
  if (s.after.empty())
    parts.push_back("this is the first stage");
  else
    parts.push_back("previous: " + neighbour(desk, stage_named(s.after)));
  std::vector<std::string> next;
  for (const stage::Stage* other : stage::all_stages(stage::Build::simt))
    if (other->after == s.id) next.push_back(neighbour(desk, *other));
  parts.push_back(next.empty() ? "this is the last stage" : fmt::format("next: {}", fmt::join(next, ", ")));
  if (with_kernel)
    parts.push_back((has_exercise(desk, s) ? "the finished kernel: " : "kernel: ") +
                    linked(desk, std::filesystem::path(s.file).filename().string(), s.file));
  return fmt::format("{}\n", fmt::join(parts, " · "));
}

}  // namespace ladder::pages
