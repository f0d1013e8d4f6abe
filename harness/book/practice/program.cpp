#include "practice/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <regex>

#include "os/error.h"
#include "os/files.h"
#include "practice/cpp_lexer.h"
#include "text/lines.h"

namespace ladder::practice {
namespace {

namespace fs = std::filesystem;
using data::Json;
using findings::Cause;

// In "// program/direction · from which memory to which", "direction" is the name, and the rest is the topic.
std::string idea_of(const std::string& text) {
  const std::string first = text::lines_of(text).at(0), dot = " · ";
  const size_t at = first.find(dot);
  return at == std::string::npos ? "" : first.substr(at + dot.size());
}

// The findings of `try`, each preceded by its lines.
findings::Findings hazards_of(const Json& seen) {
  findings::Findings found;
  const auto take = [&](const Json& hazards) {
    for (const Json& hazard : hazards) {
      std::string lines;
      for (const Json& place : hazard.value("where", Json::array()))
        lines += fmt::format("{}line {}", lines.empty() ? "" : " and ", place.value("line", 0));
      findings::Evidence what = findings::recorded(hazard.value("message", ""));
      found.push_back(lines.empty() ? what
                                    : around(std::move(what), findings::Cause::of_lines, {{"lines", lines}}));
    }
  };
  for (const Json& kernel : seen["kernels"]) take(kernel["hazards"]);
  take(seen["host_hazards"]);
  return found;
}

findings::Findings recorded_lines(const std::string& text) {
  findings::Findings lines;
  for (const std::string& line : text::lines_of(text))
    lines.push_back({findings::Cause::compiler_line, {{"text", line}}});
  return lines;
}

// Counts only the bytes of global memory, in whole sectors.
size_t moved_by(const Json& kernels) {
  constexpr size_t kSector = 32;
  size_t sectors = 0;
  for (const Json& kernel : kernels)
    for (const char* counter : {"global_load_sectors", "global_store_sectors"})
      if (kernel.contains("counters") && kernel["counters"].is_object())
        sectors += kernel["counters"].value(counter, size_t{0});
  return kSector * sectors;
}

}  // namespace

std::vector<Exercise> programs(const std::string& root) {
  static std::deque<stage::Stage> tasks;  // an Exercise has a pointer to its stage
  static const std::regex link(R"(\]\(program/(\w+)\.md\))");
  std::vector<Exercise> all;
  const fs::path chapter = fs::path(root) / "docs/program.md";
  if (!fs::is_regular_file(chapter)) return all;
  const std::string text = os::read_text(chapter.string());
  for (auto at = std::sregex_iterator(text.begin(), text.end(), link); at != std::sregex_iterator(); ++at) {
    const std::string id = "program/" + (*at)[1].str(), page = fmt::format("docs/{}.md", id);
    if (std::any_of(all.begin(), all.end(), [&](const Exercise& e) { return e.id() == id; })) continue;
    stage::Stage& task = tasks.emplace_back();
    task.id = id;
    task.file = fmt::format("docs/{}.cu", id);
    task.build = stage::Build::simt;
    task.idea = idea_of(os::read_text((fs::path(root) / task.file).string()));
    all.push_back(exercise_of(os::read_text((fs::path(root) / page).string()), page, task));
    if (all.back().rung == nullptr)
      throw os::Error(fmt::format("{}: there is no exercise mark for {}", page, id));
  }
  return all;
}

std::vector<Exercise> with_programs(std::vector<Exercise> exercises) {
  const std::vector<Exercise> more = programs();
  const auto behind = std::find_if(exercises.rbegin(), exercises.rend(),
                                   [](const Exercise& e) { return e.rung->track() == "first"; });
  exercises.insert(behind.base(), more.begin(), more.end());
  return exercises;
}

bool is_program(const Exercise& e) { return e.rung->track() == "program"; }

Judgement judge_tried(const Exercise& e, const std::string& file, const std::string& text, const Tried& tried,
                      const std::function<void(const Step&)>& told) {
  Judgement judgement;
  judgement.id = e.id(), judgement.file = file;
  const auto tell = [&](Step one) {
    if (told) told(one);
    judgement.steps.push_back(std::move(one));
    return judgement.steps.back().good;
  };
  // The program may also have been refused because it uses something that the executor does not support.
  const bool built = tried.seen || tried.status != kDidNotBuild;
  if (!tell({"builds",
             built,
             {built ? Cause::builds : Cause::does_not_build},
             built ? findings::Findings() : recorded_lines(tried.output)}))
    return judgement;
  const Json seen = tried.seen.value_or(Json{{"kernels", Json::array()}, {"host_hazards", Json::array()}});
  const findings::Findings hazards = hazards_of(seen);
  if (!tell({"hazards",
             hazards.empty(),
             {hazards.empty() ? Cause::program_clean : Cause::program_not_clean},
             hazards}))
    return judgement;
  const bool launches = !seen["kernels"].empty();
  if (!tell({"launches", launches, {launches ? Cause::program_launches : Cause::program_launches_nothing}}))
    return judgement;
  if (!tell({"ends", tried.status == 0,
             tried.status == 0 ? findings::Evidence(Cause::program_ends)
             : seen.value("timed_out", false)
                 ? findings::Evidence(Cause::program_does_not_end)
                 : findings::Evidence(Cause::program_ends_with, {{"status", seen.value("exit_status", 1)}}),
             recorded_lines(tried.output)}))
    return judgement;
  if (same_program(text, starting_text(e, file))) {
    tell({"changed", false, {Cause::nothing_changed}});
    return judgement;
  }
  const size_t bytes = moved_by(seen["kernels"]);
  if (!tell({"work",
             bytes >= e.bytes,
             {bytes >= e.bytes ? Cause::program_works : Cause::program_moves_too_little,
              {{"bytes", bytes}, {"job_bytes", e.bytes}}}}))
    return judgement;
  const int unchecked = e.checks_launch ? seen.value("unchecked_launch", 0) : 0;
  if (e.checks_launch &&
      !tell({"checks_launch",
             unchecked == 0,
             {unchecked == 0 ? Cause::launch_checked : Cause::launch_not_checked, {{"line", unchecked}}}}))
    return judgement;
  // Without this step, a program that checks nothing, or computes the answer itself, would pass.
  const bool notices = seen.value("status_without_kernels", 1) != 0;
  if (!tell({"notices", notices, {notices ? Cause::program_notices : Cause::program_does_not_notice}}))
    return judgement;
  judgement.reached = true;
  return judgement;
}

}  // namespace ladder::practice
