#include "bench/why_wrong.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/attempt.h"
#include "bench/elsewhere.h"
#include "bench/rows.h"
#include "check/tasks.h"
#include "device/machine.h"

namespace bench {
namespace {

constexpr size_t kMostElements = 40;  // of an array that is shown
constexpr size_t kColumns = 10, kRowsShown = 2;
constexpr size_t kSentences = 3;
constexpr double kManyTimes = 1 << 16;  // of one element: more than there are threads for a few elements

using check::InputKind;
using Elements = std::vector<check::Problem::Element>;

class Retold {
 public:
  Retold(const stage::Stage& stage, const Conditions& c)
      : stage_(stage), case_(c), task_(check::row_of(check::task_of(stage))) {}

  // A matrix at its own n: a smaller one may have faults that it has not.
  std::vector<std::string> in_common() const {
    return task_.task == check::Task::transpose && case_.n > kMostElements ? of_a_matrix()
                                                                           : std::vector<std::string>();
  }

  std::vector<std::string> told() {
    if (task_.answer == check::Answer::sum) return of_a_sum();
    if (task_.task == check::Task::count) return of_a_count();
    if (task_.answer != check::Answer::elements) return {};
    if (case_.n <= kMostElements) return of_an_array();
    return task_.task == check::Task::scan ? of_a_scan() : std::vector<std::string>();
  }

 private:
  // What a store left may look like what was there before.
  bool stores_nothing() const {
    const stage::Stage* traced = stage::find_stage(stage::Build::simt_traced, stage_.id);
    if (traced == nullptr) return false;
    simt::take_observation();
    simt::set_trace_options({.counters = true, .hazards = false});
    run(*traced, InputKind::iota, case_.seed, 1);
    simt::set_trace_options({});
    const simt::Counters c = simt::take_observation().counters;
    return c.global_store_requests + c.atomics == 0;
  }

  // Of one run, and only the first `most`.
  Elements run(InputKind input, uint64_t seed, size_t most) const { return run(stage_, input, seed, most); }
  Elements run(const stage::Stage& stage, InputKind input, uint64_t seed, size_t most) const {
    Conditions c = case_;
    c.input = input;
    c.seed = seed;
    const Engine engine = simt_engine();
    const device::Placement placement = placement_of(stage, c.gpus);
    const auto home = engine.make_machine(placement), machine = engine.make_machine(placement);
    check::Problem problem(*home, task_.task, c);
    stage::Job job = problem.job();
    job.context = machine.get();
    machine->next_run();
    solver(stage, c.dtype, c.block).run(job);
    machine->synchronize();
    return problem.elements(most);
  }

  // How often each element is in the sum: a run for each part, with ones there and zeros elsewhere.
  std::vector<std::string> of_a_sum() const {
    const size_t width = check::part_width(case_.n), parts = (case_.n + width - 1) / width;
    const double of_none = run(InputKind::ones_in_part, parts, 1).at(0).value;
    if (!std::isfinite(of_none)) return {};
    if (of_none != 0)
      return {
          fmt::format("with {} zeros the result is {}: something that is no element is added, or a variable "
                      "has no value at its start",
                      case_.n, of_none)};
    std::map<std::string, std::vector<Range>> fates;  // "not in the sum": …
    std::vector<Range> once;
    double most = 0;
    const double of_all = run(InputKind::all_equal, case_.seed, 1).at(0).value;
    if (!is_count(of_all, case_.n)) return {};
    for (size_t part = 0; part < parts; ++part) {
      const Range range{part * width, std::min(case_.n, (part + 1) * width)};
      const double counted = run(InputKind::ones_in_part, part, 1).at(0).value;
      if (!is_count(counted, range.size())) return {};
      const double times = counted / static_cast<double>(range.size());
      most = std::max(most, times);
      std::vector<Range>& same = times == 1 ? once : fates[fate(times)];
      if (!same.empty() && same.back().end == range.begin)
        same.back().end = range.end;
      else
        same.push_back(range);
    }
    std::vector<std::string> told;
    // What is less is named: the few that are in the sum, if most are not.
    if (fates.size() == 1 && fates.contains("not in the sum") && !once.empty() &&
        4 * size_of(once) <= case_.n)
      return {fmt::format("with {} ones the result is {}; only {} {} in the sum", case_.n, of_all,
                          in_words(once), size_of(once) == 1 ? "is" : "are")};
    for (const auto& [how, ranges] : fates) {
      if (told.size() == kSentences) break;
      const std::string who = ranges[0].size() == case_.n ? "all elements" : in_words(ranges);
      told.push_back(told.empty()
                         ? fmt::format("with {} ones the result is {}; {}: {}", case_.n, of_all, how, who)
                         : fmt::format("{}: {}", how, who));
    }
    if (most >= kManyTimes)
      told.push_back("so many times: what is a sum already is added up again, in each round of a loop");
    return told;
  }

  struct Range {
    size_t begin, end;
    size_t size() const { return end - begin; }
  };

  static size_t size_of(const std::vector<Range>& ranges) {
    size_t all = 0;
    for (const Range& r : ranges) all += r.size();
    return all;
  }

  static bool is_count(double value, size_t of) {  // and not what stood in memory
    return std::isfinite(value) && value >= 0 && value <= 1e9 * static_cast<double>(of) &&
           value == std::floor(value);
  }

  static std::string fate(double times) {
    if (times == 0) return "not in the sum";
    if (times == 2) return "in the sum twice";
    if (times == std::floor(times)) return fmt::format("in the sum {} times", times);
    return times < 1 ? "in the sum only in part" : "in the sum, and some of them more than once";
  }

  static std::string in_words(const std::vector<Range>& ranges) {
    constexpr size_t kMost = 4;
    std::string words = "elements ";
    const size_t all = size_of(ranges);
    for (size_t i = 0; i < ranges.size(); ++i) {
      const Range& r = ranges[i];
      if (i < kMost)
        words += (i == 0 ? "" : ", ") +
                 (r.size() == 1 ? std::to_string(r.begin) : fmt::format("{} to {}", r.begin, r.end - 1));
    }
    if (ranges.size() > kMost) words += fmt::format(", … ({} in all)", all);
    return all == 1 ? "element " + std::to_string(ranges[0].begin) : words;
  }

  std::vector<std::string> of_a_count() {
    case_.n = 8;
    const check::Problem::Element result = run(InputKind::iota, case_.seed, 1).at(0);
    if (result.right) return {};
    std::vector<std::string> told = {
        fmt::format("with the input 0, 1, …, 7 the result is {}, expected {}", result.got, result.expected)};
    if (is_count(result.value, case_.n) &&
        static_cast<uint64_t>(result.value) + 1 == uint64_t{1} << std::stoul(result.expected))
      told.push_back(
          fmt::format("{} is a number with {} bits that are 1: a word with a bit for each lane was "
                      "added up, and not how many of its bits are 1",
                      result.got, result.expected));
    return told;
  }

  // Both arrays, one above the other; of a matrix, row by row.
  std::vector<std::string> of_an_array() const {
    const Elements elements = run(InputKind::iota, case_.seed, kMostElements);
    size_t columns = kColumns;
    std::string shape;
    if (task_.task == check::Task::transpose) {
      columns = case_.n / check::matrix_columns(case_.n);
      shape = fmt::format(", a matrix of {} rows and {} columns, which becomes one of {} rows and {} columns",
                          columns, check::matrix_columns(case_.n), check::matrix_columns(case_.n), columns);
    } else if (task_.task == check::Task::stencil) {
      columns = check::stencil_width(case_.n);
      shape = fmt::format(", a grid with rows of {} cells", columns);
    }
    if (none_written(elements) && stores_nothing())
      return {
          fmt::format("with n = {}, no thread writes anything: is there a line that writes the output, and "
                      "is the condition in front of it true for any thread?",
                      case_.n)};
    std::vector<std::string> told, head = of_places(elements);
    size_t shown = 0;
    for (size_t begin = 0; begin < elements.size(); begin += columns) {
      const size_t end = std::min(elements.size(), begin + columns);
      if (std::all_of(&elements[begin], &elements[0] + end, [](const auto& e) { return e.right; })) continue;
      if (++shown > kRowsShown) {
        told.push_back("  …");
        break;
      }
      std::string places = "element ", expected = "expected", got = "yours   ", marks = "        ";
      for (size_t i = begin; i < end; ++i) {
        const auto& e = elements[i];
        const size_t width = std::max({e.got.size(), e.expected.size(), size_t{3}}) + 1;
        places += fmt::format("{:>{}}", i, width);
        expected += fmt::format("{:>{}}", e.expected, width);
        got += fmt::format("{:>{}}", e.got, width);
        marks += fmt::format("{:>{}}", e.right ? "" : "^", width);
      }
      if (told.empty()) told.push_back(fmt::format("with the input 0, 1, 2, … of n = {}{}:", case_.n, shape));
      for (const std::string& line : {places, expected, got, marks}) told.push_back("  " + line);
    }
    if (told.empty()) return told;
    if (const std::string same = same_difference(elements); !same.empty()) told.push_back(same);
    head.insert(head.end(), told.begin(), told.end());
    return head;
  }

  // Too large to be shown.
  std::vector<std::string> of_a_matrix() const {
    constexpr size_t kMost = 1 << 12;
    return case_.n > kMost ? std::vector<std::string>() : of_places(run(InputKind::iota, case_.seed, kMost));
  }

  static bool none_written(const Elements& elements) {
    return elements.size() > 1 &&
           std::all_of(elements.begin(), elements.end(), [](const auto& e) { return e.got == "-"; });
  }

  // Of a matrix that should be turned over, all of it, with the input 0, 1, 2, …: what its wrong elements have in common.
  std::vector<std::string> of_places(const Elements& elements) const {
    if (task_.task != check::Task::transpose || elements.size() != case_.n) return {};
    const size_t columns = check::matrix_columns(case_.n), rows = case_.n / columns;  // of the input
    size_t moved = 0, stayed = 0, missing = 0, first_column = columns, first_row = rows;
    size_t stayed_row = 0, stayed_column = 0;  // the first of these
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto& e = elements[i];
      if (e.right) continue;
      const size_t column = i / rows, row = i % rows;  // of the input's element that belongs here
      if (e.got == "-") {
        ++missing;
        first_column = std::min(first_column, column);
        first_row = std::min(first_row, row);
      } else {
        ++moved;
        if (e.value == static_cast<double>(column * columns + row) && stayed++ == 0)
          stayed_row = column, stayed_column = row;
      }
    }
    if (moved > 1 && stayed == moved)
      return {
          fmt::format("rows and columns were not exchanged: what stood in row {0}, column {1} of the input "
                      "stands in row {0}, column {1} of the output",
                      stayed_row, stayed_column)};
    const auto all_from = [&](size_t first, size_t end, size_t across, const char* what) {
      return missing != (end - first) * across
                 ? std::vector<std::string>()
                 : std::vector<std::string>{fmt::format(
                       "{0} of the input {1} never moved, and all else was: look at the number of blocks in "
                       "that dimension (x or y), at the index, and at the condition in front of the access",
                       first + 1 == end ? fmt::format("{} {}", what, first)
                                        : fmt::format("{}s {} to {}", what, first, end - 1),
                       first + 1 == end ? "was" : "were")};
    };
    if (moved > 0 || missing == 0) return {};
    if (first_column > 0 && first_row == 0) return all_from(first_column, columns, rows, "column");
    if (first_row > 0 && first_column == 0) return all_from(first_row, rows, columns, "row");
    return {};
  }

  // Where all that is wrong is wrong by the same.
  static std::string same_difference(const Elements& elements) {
    double difference = 0;
    size_t wrong = 0;
    for (const auto& e : elements) {
      if (e.right) continue;
      const double here = e.value - std::stod(e.expected);
      if (e.got == "-" || !std::isfinite(here) || (wrong++ > 0 && here != difference)) return "";
      difference = here;
    }
    return wrong < 2 ? ""
                     : fmt::format("each wrong one is too {} by {}", difference > 0 ? "large" : "small",
                                   std::fabs(difference));
  }

  // With ones each element is its own place, or one more: by how much is the first wrong one off?
  std::vector<std::string> of_a_scan() const {
    constexpr size_t kMost = 1 << 14;
    const Elements elements = run(InputKind::all_equal, case_.seed, kMost);
    const auto first = std::find_if(elements.begin(), elements.end(), [](const auto& e) { return !e.right; });
    if (first == elements.end() || first->got == "-") return {};
    const size_t i = static_cast<size_t>(first - elements.begin());
    const double off = first->value - std::stod(first->expected);
    if (!std::isfinite(off)) return {};
    return {fmt::format("with {} ones, {}output[{}] is {}, expected {}: too {} by {}", case_.n,
                        i == 0 ? "" : fmt::format("all is right up to output[{}], and ", i - 1), i,
                        first->got, first->expected, off > 0 ? "large" : "small", std::fabs(off))};
  }

  const stage::Stage& stage_;
  Conditions case_;
  const check::TaskRow& task_;
};

}  // namespace

std::vector<std::string> in_common(const stage::Stage& stage, const Conditions& c) {
  if (elsewhere() != nullptr) elsewhere()->begin();
  return Retold(stage, c).in_common();
}

std::vector<std::string> why_wrong(const stage::Stage& stage, const Conditions& c) {
  if (elsewhere() != nullptr) elsewhere()->begin();
  constexpr size_t kFew = 33;  // a warp and one more: each element is told by itself
  if (std::vector<std::string> told = in_common(stage, c); !told.empty()) return told;
  if (c.n > kFew) {
    Conditions few = c;
    few.n = kFew;
    if (std::vector<std::string> told = Retold(stage, few).told(); !told.empty()) return told;
  }
  return Retold(stage, c).told();
}

}  // namespace bench
