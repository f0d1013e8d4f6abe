#include "pages/pages.h"

#include <algorithm>
#include <filesystem>

#include "pages/marks.h"
#include "pages/writers.h"
#include "os/files.h"

namespace ladder::pages {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages(const std::string& root) {
  std::vector<fs::path> found;
  std::error_code none;
  if (fs::exists(fs::path(root) / "README.md", none)) found.push_back(fs::path(root) / "README.md");
  if (fs::is_directory(fs::path(root) / "docs", none))
    for (auto entry = fs::recursive_directory_iterator(fs::path(root) / "docs");
         entry != fs::recursive_directory_iterator(); ++entry) {
      if (entry->path().filename() == "node_modules") entry.disable_recursion_pending();
      if (entry->path().extension() == ".md") found.push_back(entry->path());
    }
  std::sort(found.begin(), found.end());
  return found;
}

using WriterAtDesk = std::string (*)(Desk&, const Arguments&);

// Marks that have an end: <!-- /table -->.
const std::map<std::string, WriterAtDesk>& block_writers() {
  static const std::map<std::string, WriterAtDesk> all = {
      {"table", table_mark},     {"stage", stage_mark},     {"code", code_mark},
      {"diff", diff_mark},       {"changes", changes_mark}, {"drawing", drawing_mark},
      {"stepper", stepper_mark}, {"limits", limits_mark}};
  return all;
}

Writers writers_at(Desk& desk) {
  const auto at = [&](auto writer) {
    return [&desk, writer](const Arguments& arguments) { return writer(desk, arguments); };
  };
  const auto checked = [&](auto check) {
    return [&desk, check](const Arguments& arguments) {
      check(desk, arguments);
      return std::string();
    };
  };
  Writers writers = {.blocks = {},
                     .value = at(value_mark),
                     .alone = {{"exercise", checked(exercise_mark)}, {"claim", checked(claim_mark)}},
                     .known_comments = {"hardware-comparison"}};
  for (const auto& [name, writer] : block_writers()) writers.blocks[name] = at(writer);
  return writers;
}

}  // namespace

bool has_an_end(const std::string& mark) { return block_writers().contains(mark); }

Outcome update(const std::string& root, bool check_only) {
  Outcome outcome;
  Desk desk(root);
  const Writers writers = writers_at(desk);
  std::vector<std::pair<std::string, std::string>> changes;
  for (const fs::path& page : pages(root)) {
    const std::string before = os::read_text(page.string());
    desk.page = fs::relative(page, root).string();
    const Written written = with_marks(before, desk.page, writers);
    outcome.marks += written.marks;
    outcome.mistakes.insert(outcome.mistakes.end(), written.mistakes.begin(), written.mistakes.end());
    if (written.text != before) changes.push_back({page.string(), written.text});
  }
  for (const auto& [picture, svg] : desk.pictures) {
    const std::string path = desk.in_root(picture);
    if (!desk.exists(picture) || os::read_text(path) != svg) changes.push_back({path, svg});
  }
  for (const auto& [path, text] : changes) {
    if (!check_only) {
      std::error_code none;
      fs::create_directories(fs::path(path).parent_path(), none);
      os::write_text(path, text);
    }
    outcome.changed.push_back(fs::relative(path, root).string());
  }
  return outcome;
}

}  // namespace ladder::pages
