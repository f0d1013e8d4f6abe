#include "check/tasks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <span>
#include <stdexcept>

namespace ladder::check {
namespace {

struct Registry {
  std::deque<Task> all;  // a deque: a Task keeps its address
  std::vector<const Task*> in_order;
};
Registry& registry() {
  static Registry registry;
  return registry;
}

unsigned place_of(const Task& task) {
  const unsigned place = task.stages.front().reading;
  return place == 0 ? UINT_MAX : place;
}

// "a, b and c"
std::string list(const std::vector<std::string>& words, const char* last) {
  const std::span<const std::string> before(words.data(), words.size() - 1);
  return words.size() == 1 ? words[0] : fmt::format("{} {} {}", fmt::join(before, ", "), last, words.back());
}

// Calls f(task, prefix) for every registered task and each prefix of the stage names that belong to it.
template <typename F>
void for_each_beginning(F f) {
  for (const Task* task : tasks())
    for (const Stages& stages : task->stages) f(*task, stages.beginning);
}

// The existing tracks; given a track, the prefixes of its stages' names.
std::vector<std::string> known(const std::string& track = "") {
  std::vector<std::string> names;
  for_each_beginning([&](const Task&, const std::string& beginning) {
    const size_t slash = beginning.find('/');
    const std::string name = track.empty() ? beginning.substr(0, slash) : beginning.substr(slash + 1);
    const bool wanted = track.empty() || beginning.substr(0, slash) == track;
    if (wanted && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  });
  return names;
}

// The largest divisor of n that does not exceed its root of this degree.
size_t factor_of(size_t n, size_t degree) {
  auto factor =
      static_cast<size_t>(std::pow(static_cast<double>(n), 1.0 / static_cast<double>(degree)) + 0.5);
  while (factor > 1 && n % factor != 0) --factor;
  return std::max<size_t>(1, factor);
}

size_t elements_of(Count count, size_t (*by_sizes)(const Sizes&), const Sizes& sizes, size_t n,
                   size_t marked) {
  switch (count) {
    case Count::one:
      return 1;
    case Count::n:
    case Count::marked_of_n:
      return n;
    case Count::marked:
      return marked;
    case Count::by_sizes:
      break;
  }
  return by_sizes(sizes);
}

}  // namespace

Stated::Stated(Task task) {
  for (const Stages& stages : task.stages)
    if (stages.reading != 0)
      stage::Reading(stages.beginning.substr(0, stages.beginning.find('/')), stages.reading);
  const Task& stated = registry().all.emplace_back(std::move(task));
  auto& all = registry().in_order;
  all.insert(std::upper_bound(all.begin(), all.end(), &stated,
                              [](const Task* a, const Task* b) { return place_of(*a) < place_of(*b); }),
             &stated);
}

const std::vector<const Task*>& tasks() { return registry().in_order; }

const Task* first_of_track(const std::string& track) {
  const Task* first = nullptr;
  for_each_beginning([&](const Task& task, const std::string& beginning) {
    if (first == nullptr && beginning.starts_with(track + "/")) first = &task;
  });
  return first;
}

std::string work_of_track(const std::string& track) {
  std::string words;
  for_each_beginning([&](const Task& task, const std::string& beginning) {
    if (beginning.starts_with(track + "/") && words.find(task.work.what) == std::string::npos)
      words += (words.empty() ? "" : " or ") + std::string(task.work.what);
  });
  return words;
}

bool has_last_blocks(const Task& task) {
  const auto is_own = [](const InputBuffer& input) { return input.content == Content::own; };
  return task.last_blocks_alone && task.sizes.size() == 1 &&
         std::none_of(task.inputs.begin(), task.inputs.end(), is_own);
}

const Task& task_of(std::string_view id) {
  const std::string track(id.substr(0, id.find('/'))), whole = track == id ? track + "/" : std::string(id);
  const Task* found = nullptr;
  size_t longest = 0;  // reduce_op/minloc also begins with "min"
  for_each_beginning([&](const Task& task, const std::string& beginning) {
    if (whole.starts_with(beginning) && beginning.size() > longest) found = &task, longest = beginning.size();
  });
  if (found != nullptr) return *found;
  if (const std::vector<std::string> operators = known(track); !operators.empty())
    throw std::invalid_argument(fmt::format("{}: the operator is missing; in {}, a name begins with {}", id,
                                            track, list(operators, "or")));
  throw std::invalid_argument(
      fmt::format("{}: there is nothing to check the track '{}' against. The known tracks are {}", id, track,
                  list(known(), "and")));
}

const Task& task_of(const stage::Stage& stage) {
  const bool by_id = stage.problem.empty() || first_of_track(stage.track()) != nullptr;
  return task_of(by_id ? stage.id : stage.problem);
}

Sizes equal_factors(size_t n, size_t count) {
  Sizes sizes;
  size_t left = n;
  for (size_t i = 0; i + 1 < count; ++i) left /= sizes.of[i] = n == 0 ? 1 : factor_of(left, count - i);
  sizes.of[count - 1] = left;
  return sizes;
}

Sizes arranged(const Task& task, size_t n) {
  return task.arranged != nullptr ? task.arranged(n) : equal_factors(n, task.sizes.size());
}

size_t elements(const Task& task, const Sizes& sizes) {
  if (task.elements != nullptr) return task.elements(sizes);
  return std::accumulate(sizes.of, sizes.of + task.sizes.size(), size_t{1}, std::multiplies<>{});
}

Sizes sizes_of(const Task& task, const Case& c) {
  return c.sizes && elements(task, *c.sizes) == c.n ? *c.sizes : arranged(task, c.n);
}

Sizes sizes_from(const Task& task, const std::vector<size_t>& typed) {
  if (typed.size() != task.sizes.size())
    throw std::invalid_argument(
        task.sizes.size() == 1
            ? "has one size, the number of elements"
            : fmt::format("has {} sizes, in this order: {}", task.sizes.size(), fmt::join(task.sizes, "x")));
  if (typed.size() == 1) return arranged(task, typed[0]);
  Sizes sizes;
  std::copy(typed.begin(), typed.end(), sizes.of);
  return sizes;
}

std::vector<std::pair<std::string, uint64_t>> named_sizes(const Task& task, const Sizes& sizes) {
  std::vector<std::pair<std::string, uint64_t>> named;
  for (size_t i = 0; task.sizes.size() > 1 && i < task.sizes.size(); ++i)
    named.emplace_back(task.sizes[i], sizes[i]);
  return named;
}

size_t elements(const InputBuffer& b, const Sizes& sizes, size_t n, size_t marked) {
  return elements_of(b.count, b.elements, sizes, n, marked);
}
size_t elements(const OutputBuffer& b, const Sizes& sizes, size_t n, size_t marked) {
  return elements_of(b.count, b.elements, sizes, n, marked);
}

std::string situation(const Task& task, const Case& c) {
  if (task.sizes.size() == 1) return fmt::format("n = {}, {} input", c.n, name(c.input));
  std::string text;
  for (const auto& [its_name, size] : named_sizes(task, sizes_of(task, c)))
    text += fmt::format("{} = {}, ", its_name, size);
  return fmt::format("{}{} input", text, name(c.input));
}

}  // namespace ladder::check
