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

using check::InputKind;
using Elements = std::vector<check::Problem::Element>;

class Retold {
 public:
  Retold(const stage::Stage& stage, const Conditions& c)
      : stage_(stage), case_(c), task_(check::row_of(check::task_of(stage))) {}

  std::vector<std::string> told() {
    if (task_.answer == check::Answer::sum) return of_a_sum();
    if (task_.task == check::Task::count) return of_a_count();
    if (task_.answer != check::Answer::elements) return {};
    if (case_.n <= kMostElements) return of_an_array();
    return task_.task == check::Task::scan ? of_a_scan() : std::vector<std::string>();
  }

 private:
  // Of one run, and only the first `most`.
  Elements run(InputKind input, uint64_t seed, size_t most) const {
    Conditions c = case_;
    c.input = input;
    c.seed = seed;
    const Engine engine = simt_engine();
    const device::Placement placement = placement_of(stage_, c.gpus);
    const auto home = engine.make_machine(placement), machine = engine.make_machine(placement);
    check::Problem problem(*home, task_.task, c);
    stage::Job job = problem.job();
    job.context = machine.get();
    machine->next_run();
    solver(stage_, c.dtype, c.block).run(job);
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
    const double of_all = run(InputKind::all_equal, case_.seed, 1).at(0).value;
    if (!is_count(of_all, case_.n)) return {};
    for (size_t part = 0; part < parts; ++part) {
      const Range range{part * width, std::min(case_.n, (part + 1) * width)};
      const double counted = run(InputKind::ones_in_part, part, 1).at(0).value;
      if (!is_count(counted, range.size())) return {};
      if (counted == static_cast<double>(range.size())) continue;
      std::vector<Range>& same = fates[fate(counted / static_cast<double>(range.size()))];
      if (!same.empty() && same.back().end == range.begin)
        same.back().end = range.end;
      else
        same.push_back(range);
    }
    std::vector<std::string> told;
    for (const auto& [how, ranges] : fates) {
      if (told.size() == kSentences) break;
      const std::string who = ranges[0].size() == case_.n ? "all elements" : in_words(ranges);
      told.push_back(told.empty()
                         ? fmt::format("with {} ones the result is {}; {}: {}", case_.n, of_all, how, who)
                         : fmt::format("{}: {}", how, who));
    }
    return told;
  }

  struct Range {
    size_t begin, end;
    size_t size() const { return end - begin; }
  };

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
    size_t all = 0;
    for (size_t i = 0; i < ranges.size(); ++i) {
      const Range& r = ranges[i];
      all += r.size();
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
    return {
        fmt::format("with the input 0, 1, …, 7 the result is {}, expected {}", result.got, result.expected)};
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
    std::vector<std::string> told;
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
    return told;
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

std::vector<std::string> why_wrong(const stage::Stage& stage, const Conditions& c) {
  if (elsewhere() != nullptr) elsewhere()->begin();
  constexpr size_t kFew = 33;  // a warp and one more: each element is told by itself
  if (c.n > kFew) {
    Conditions few = c;
    few.n = kFew;
    if (std::vector<std::string> told = Retold(stage, few).told(); !told.empty()) return told;
  }
  return Retold(stage, c).told();
}

}  // namespace bench
