#include "check/tasks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <stdexcept>

namespace check {
namespace {

// "a, b and c"
std::string list(const std::vector<std::string>& words, const char* last) {
  const std::span<const std::string> before(words.data(), words.size() - 1);
  return words.size() == 1 ? words[0] : fmt::format("{} {} {}", fmt::join(before, ", "), last, words.back());
}

// The tracks that there are; of one track, the beginnings of its stages' names.
std::vector<std::string> known(const std::string& track = "") {
  std::vector<std::string> names;
  for (const TaskRow& row : tasks())
    for (const std::string& stages : row.stages) {
      const size_t slash = stages.find('/');
      const std::string name = track.empty() ? stages.substr(0, slash) : stages.substr(slash + 1);
      const bool wanted = track.empty() || stages.substr(0, slash) == track;
      if (wanted && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  return names;
}

}  // namespace

const TaskRow& row_of(Task task) {
  return *std::find_if(tasks().begin(), tasks().end(), [&](const TaskRow& row) { return row.task == task; });
}

const TaskRow* first_of_track(const std::string& track) {
  for (const TaskRow& row : tasks())
    for (const std::string& stages : row.stages)
      if (stages.starts_with(track + "/")) return &row;
  return nullptr;
}

std::string work_of_track(const std::string& track) {
  std::string words;
  for (const TaskRow& row : tasks())
    for (const std::string& stages : row.stages)
      if (stages.starts_with(track + "/") && words.find(row.work.what) == std::string::npos)
        words += (words.empty() ? "" : " or ") + std::string(row.work.what);
  return words;
}

Task task_of(const std::string& id) {
  const std::string track = id.substr(0, id.find('/')), whole = track == id ? id + "/" : id;
  const TaskRow* found = nullptr;
  size_t longest = 0;  // reduce_op/minloc is not reduce_op/min
  for (const TaskRow& row : tasks())
    for (const std::string& stages : row.stages)
      if (whole.starts_with(stages) && stages.size() > longest) found = &row, longest = stages.size();
  if (found != nullptr) return found->task;
  if (const std::vector<std::string> operators = known(track); !operators.empty())
    throw std::invalid_argument(
        fmt::format("{}: which operator? In {} a name begins with {}", id, track, list(operators, "or")));
  throw std::invalid_argument(fmt::format("{}: nothing to check the track '{}' against. There is {}", id,
                                          track, list(known(), "and")));
}

Task task_of(const stage::Stage& stage) {
  return task_of(stage.problem.empty() || stage.problem == stage.track() ? stage.id : stage.problem);
}

}  // namespace check
