#include "bench/why_wrong.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

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
constexpr size_t kWarp = 32, kVector = 4;
constexpr double kManyTimes = 1 << 16;  // of one element: more than there are threads for a few elements

using check::InputKind;
using Elements = std::vector<check::Problem::Element>;

class Retold {
 public:
  Retold(const stage::Stage& stage, const Conditions& c)
      : stage_(stage), case_(c), task_(check::row_of(check::task_of(stage))) {}

  // At its own n: a smaller one may have faults that it has not.
  std::vector<std::string> in_common() const {
    constexpr size_t kMost = 1 << 14;
    if (case_.n > kMost) return {};
    switch (task_.task) {
      case check::Task::transpose:
        return case_.n > kMostElements ? of_places(run(InputKind::iota, case_.seed, case_.n))
                                       : std::vector<std::string>();
      case check::Task::pack:
        return of_packed();
      case check::Task::unpack:
        return of_unpacked();
      default:
        return {};
    }
  }

  // "it is right with n = 32, 64 and 96, and wrong with n = 33: …"; "": nothing of that kind. case_.n is wrong, and all sizes
  // are near it: what is right with few elements may be so because one block has them all.
  std::string right_only_at() const {
    constexpr size_t kMost = 5000;  // up to here, a float sum of 0, 1, 2, … is exact
    if (case_.n > kMost || task_.task == check::Task::transpose || task_.task == check::Task::stencil)
      return "";
    const auto right_at = [&](size_t n) { return all_right(run(InputKind::iota, case_.seed, n, n)); };
    if (right_at(case_.n)) return "";  // so it goes wrong with another input
    const auto told_of_multiples = [&](size_t of, const char* ask) -> std::string {
      const size_t first = std::max(of, case_.n / of * of);
      if (case_.n % of == 0 || !right_at(first) || !right_at(first + of) || !right_at(first + 2 * of) ||
          (of > 2 && right_at(first + of / 2)))  // then it is a smaller number that counts
        return "";
      return fmt::format("it is right with n = {}, {} and {}, and wrong with n = {}: {}", first, first + of,
                         first + 2 * of, case_.n, ask);
    };
    if (std::string told = told_of_multiples(2, "what becomes of the last element, where n is odd?");
        !told.empty())
      return told;
    if (std::string told =
            told_of_multiples(kVector, "what becomes of the last elements, where n is no multiple of 4?");
        !told.empty())
      return told;
    if (std::string told =
            told_of_multiples(kWarp, "what becomes of the elements of the last warp, which is not full?");
        !told.empty())
      return told;
    if (const size_t block = case_.block;
        right_at(5 * block) && right_at(7 * block))  // nearer to no power of two
      if (std::string told =
              told_of_multiples(block, "what becomes of the elements of the last block, which is not full?");
          !told.empty())
        return told;
    size_t power = 1;
    while (2 * power < case_.n) power *= 2;
    if (power > 1 && right_at(power) && right_at(2 * power) && right_at(4 * power) && !right_at(3 * power))
      return fmt::format(
          "it is right with n = {}, {} and {}, and wrong with n = {}: where is the number of elements taken "
          "to be a power of two?",
          power, 2 * power, 4 * power, case_.n);
    return "";
  }

  std::vector<std::string> told() {
    if (task_.answer == check::Answer::sum) return of_a_sum();
    if (task_.task == check::Task::count) return of_a_count();
    if (task_.task == check::Task::min || task_.task == check::Task::max) return of_an_extreme();
    if (task_.task == check::Task::minloc) return of_a_place();
    if (task_.answer != check::Answer::elements) return {};
    if (case_.n <= kMostElements) return of_an_array();
    if (task_.task == check::Task::stencil) return of_cells();
    return task_.task == check::Task::scan ? of_a_scan() : std::vector<std::string>();
  }

 private:
  // What a store left may look like what was there before.
  bool stores_nothing() const {
    const stage::Stage* traced = stage::find_stage(stage::Build::simt_traced, stage_.id);
    if (traced == nullptr) return false;
    simt::take_observation();
    simt::set_trace_options({.counters = true, .hazards = false});
    run(*traced, InputKind::iota, case_.seed, case_.n, 1);
    simt::set_trace_options({});
    const simt::Counters c = simt::take_observation().counters;
    return c.global_store_requests + c.atomics == 0;
  }

  // Of one run, and only the first `most`.
  Elements run(InputKind input, uint64_t seed, size_t most) const { return run(input, seed, case_.n, most); }
  Elements run(InputKind input, uint64_t seed, size_t n, size_t most) const {
    const stage::Stage* traced =
        stage_.racy.empty() ? nullptr : stage::find_stage(stage::Build::simt_traced, stage_.id);
    if (traced == nullptr) return run(stage_, input, seed, n, most);
    simt::set_trace_options(
        {.counters = false, .hazards = false});  // lanes in lockstep: its race does no harm
    return run(*traced, input, seed, n, most);
  }
  Elements run(const stage::Stage& stage, InputKind input, uint64_t seed, size_t n, size_t most) const {
    Conditions c = case_;
    c.n = n;
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
    if (task_.task == check::Task::pack) verdict_ = problem.verify(false).message;
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
      std::vector<Range>& same = times == 1 ? once : fates[fate(times, range.size() > 1)];
      if (!same.empty() && same.back().end == range.begin)
        same.back().end = range.end;
      else
        same.push_back(range);
    }
    // Of many elements, whose parts are long, an end within a part is not known: when_wrong.h finds it.
    constexpr size_t kLongPart = 1000;
    const bool cut = width > kLongPart && (fates.contains("in the sum only in part") ||
                                           fates.contains("in the sum, and some of them more than once"));
    if (cut) return {fmt::format("with {} ones the result is {}", case_.n, of_all)};
    std::vector<std::string> told;
    // What is less is named: the few that are in the sum, if most are not.
    if (fates.size() == 1 && fates.contains("not in the sum") && !once.empty() &&
        4 * size_of(once) <= case_.n)
      told.push_back(fmt::format("with {} ones the result is {}; only {} {} in the sum", case_.n, of_all,
                                 in_words(once), size_of(once) == 1 ? "is" : "are"));
    if (!told.empty() && are_powers_of_two(once))
      told.push_back(
          "that is one element for each round: does each round pass on the sum so far, or the first value "
          "again?");
    if (!told.empty() && size_of(once) == 1 && once[0].begin == 0)
      told.push_back(
          "nothing was added to what thread 0 read: is the condition in front of the addition true for any "
          "thread, and is the variable that is written at the end the one that has the sum?");
    if (!told.empty()) return told;
    for (const auto& [how, ranges] : fates) {
      if (told.size() == kSentences) break;
      const std::string who = ranges[0].size() == case_.n ? "all elements" : in_words(ranges);
      told.push_back(told.empty()
                         ? fmt::format("with {} ones the result is {}; {}: {}", case_.n, of_all, how, who)
                         : fmt::format("{}: {}", how, who));
    }
    if (fates.size() == 1 && fates.contains("in the sum twice"))
      told.push_back(
          "is the last step of a loop done once more after it, or do two threads add the same elements?");
    const std::vector<Range>& often = fates["in the sum 32 times"];
    if (!often.empty() && std::all_of(often.begin(), often.end(),
                                      [](const Range& r) { return r.begin % kWarp == 0 && r.size() == 1; }))
      told.push_back(
          "so lane 0 of each warp added its own value again and again: from which lane does each shuffle "
          "take "
          "its value?");
    if (const size_t group = every_second_group(fates["not in the sum"]); fates.size() <= 3 && group > 1)
      told.push_back(
          fmt::format("that is every second group of {} elements: is the step left out that adds such a "
                      "group to the one before it?",
                      group));
    if (most >= kManyTimes)
      told.push_back("so many times: what is a sum already is added up again, in each round of a loop");
    return told;
  }

  struct Range {
    size_t begin, end;
    size_t size() const { return end - begin; }
  };

  // Their size, where the elements 1, 3, 5, … of groups of one size are these; the last may end early. 0: it is not so.
  static size_t every_second_group(const std::vector<Range>& ranges) {
    if (ranges.size() < 2) return 0;
    const size_t group = ranges[0].begin;
    for (size_t i = 0; i < ranges.size(); ++i)
      if (ranges[i].begin != (2 * i + 1) * group || ranges[i].size() > group ||
          (ranges[i].size() < group && i + 1 < ranges.size()))
        return 0;
    return group;
  }

  // What was counted before an element, and what should have been.
  struct Counted {
    size_t should_be = 0, is = 0;
    bool one_more = true;  // each
    bool none() const { return should_be == is; }
    bool add(size_t right, size_t counted, bool tell) {
      one_more = one_more && counted == right + 1;
      if (tell) should_be = right, is = counted;
      return tell;
    }
    const char* why() const {
      return one_more ? "each time one too many, so does an element count itself?"
                      : "look at how they are counted and added up, for the warps and blocks before it too";
    }
  };

  // 0, 1, 2, 4, 8, 16; in the first warp
  static bool are_powers_of_two(const std::vector<Range>& ranges) {
    std::vector<size_t> elements;
    for (const Range& r : ranges)
      for (size_t i = r.begin; i < r.end && i < kWarp; ++i) elements.push_back(i);
    return elements == std::vector<size_t>{0, 1, 2, 4, 8, 16};
  }

  static size_t size_of(const std::vector<Range>& ranges) {
    size_t all = 0;
    for (const Range& r : ranges) all += r.size();
    return all;
  }

  static bool is_count(double value, size_t of) {  // and not what stood in memory
    return std::isfinite(value) && value >= 0 && value <= 1e9 * static_cast<double>(of) &&
           value == std::floor(value);
  }

  static std::string fate(double times, bool several) {
    if (times == 0) return "not in the sum";
    if (times == 2) return "in the sum twice";
    if (times >= kManyTimes) return "in the sum very many times";
    if (times == std::floor(times))
      return fmt::format("in the sum {} times{}", times, several ? " on average" : "");
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

  // With one element alone the result is that element, or what the kernel begins with.
  std::vector<std::string> of_an_extreme() const {
    const bool max = task_.task == check::Task::max;
    for (const InputKind input : check::kInputKinds) {
      const check::Problem::Element result = run(input, case_.seed, 1, 1).at(0);
      if (result.right) continue;
      return {
          fmt::format("with the one element {} the result is {}: which value does the kernel begin with? No "
                      "element may be {} than it, for each type of the elements",
                      result.expected, result.got, max ? "smaller" : "larger")};
    }
    return {};
  }

  // Right with two elements, of which the first comes first; wrong with more, which meet in any order.
  std::vector<std::string> of_a_place() const {
    constexpr uint64_t kSeeds = 8;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed)
      if (!run(InputKind::random, seed, 2, 1).at(0).right) return {};
    const check::Problem::Element many = run(InputKind::random, case_.seed, 1).at(0);
    if (many.right || many.got == "-" || many.value <= std::stod(many.expected)) return {};
    return {
        "of many elements a larger value is found, of two the right one: does the operator let the smaller "
        "value "
        "win, whatever its index is? The index decides between equal values alone"};
  }

  std::vector<std::string> of_a_count() {
    case_.n = 8;
    const check::Problem::Element result = run(InputKind::iota, case_.seed, 1).at(0);
    if (result.right) return {};
    std::vector<std::string> told = {
        fmt::format("with the input 0, 1, …, 7 the result is {}, expected {}", result.got, result.expected)};
    const double wanted = std::stod(result.expected), times = wanted > 0 ? result.value / wanted : 0;
    if (is_count(result.value, case_.n) && times >= 2 && times < kManyTimes && times == std::floor(times))
      told.push_back(fmt::format(
          "that is {} times as many: {}", times,
          times == kWarp
              ? "has every lane of a warp the number already, and is it added up over the warp once more?"
              : "is each one counted once?"));
    if (is_count(result.value, case_.n) &&
        static_cast<uint64_t>(result.value) + 1 == uint64_t{1} << std::stoul(result.expected))
      told.push_back(
          fmt::format("{} is a number with {} bits that are 1: was a word with a bit for each lane added up, "
                      "and not how many of its bits are 1?",
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
      return {fmt::format(
          "with n = {}, {}: is there a line that writes the output, is the condition in front of it "
          "true for any thread, and does a loop around it run any round?",
          case_.n, kWritesNothing)};
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
      if (told.empty()) told.push_back(fmt::format("{} n = {}{}:", kTable, case_.n, shape));
      for (const std::string& line : {places, expected, got, marks}) told.push_back("  " + line);
    }
    if (told.empty()) return told;
    if (std::string part = part_of_the_bytes(elements); !part.empty()) head.push_back(std::move(part));
    if (const std::string why = why_a_scan(elements); !why.empty())
      head.push_back(why);
    else if (const std::string same = same_difference(elements); !same.empty())
      told.push_back(same);
    head.insert(head.end(), told.begin(), told.end());
    return head;
  }

  static bool all_right(const Elements& elements) {
    return std::all_of(elements.begin(), elements.end(), [](const auto& e) { return e.right; });
  }

  static bool none_written(const Elements& elements) {
    return elements.size() > 1 &&
           std::all_of(elements.begin(), elements.end(), [](const auto& e) { return e.got == "-"; });
  }

  // "the first 8 of 33 elements are right, and what comes after them was never written: …"; "": it is not so.
  std::string part_of_the_bytes(const Elements& elements) const {
    const size_t size = stage::dtype_size(case_.dtype), whole = case_.n / size;
    if (elements.size() != case_.n || whole < 2) return "";
    for (size_t i = 0; i < elements.size(); ++i) {
      const bool cut = i == whole && case_.n % size != 0;  // in the middle of an element
      if (!cut && (i < whole ? !elements[i].right : elements[i].got != "-")) return "";
    }
    return fmt::format(
        "the first {} of {} elements are right, and what comes after them was never written. {} elements of "
        "{} bytes are {} bytes: was a number of bytes asked for, and one of elements given (n * "
        "sizeof(T))?{}",
        whole, case_.n, whole, size, whole * size,
        16 / size == size ? " Or does each thread write one element, where a vector has four?" : "");
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
    if (moved > 0) return of_misplaced(elements, rows, columns);
    if (missing == 0) return {};
    if (first_column > 0 && first_row == 0) return all_from(first_column, columns, rows, "column");
    if (first_row > 0 && first_column == 0) return all_from(first_row, rows, columns, "row");
    return {};
  }

  // Elements that stand where others belong: the first, and whether the rows of the output were taken to be of another length.
  static std::vector<std::string> of_misplaced(const Elements& elements, size_t rows, size_t columns) {
    size_t first = elements.size(), first_place = 0, length = 0;
    bool same_length = true;
    for (size_t place = 0; place < elements.size(); ++place) {
      const auto& e = elements[place];
      if (e.got == "-" || e.value < 0 || e.value >= static_cast<double>(elements.size()) ||
          e.value != std::floor(e.value))
        continue;
      const size_t i = static_cast<size_t>(e.value), row = i / columns, column = i % columns;
      if (!e.right && i > 0 && i < first) first = i, first_place = place;
      if (column == 0) {
        same_length = same_length && place == row;
        continue;
      }
      if (place < row || (place - row) % column != 0) {
        same_length = false;
        continue;
      }
      const size_t here = (place - row) / column;
      same_length = same_length && (length == 0 || length == here);
      length = here;
    }
    if (first == elements.size()) return {};
    const size_t row = first / columns, column = first % columns;
    std::vector<std::string> told = {
        fmt::format("what stood in row {}, column {} of the input was put in output[{}], and belongs in "
                    "output[{}], which is row {}, column {} of the output",
                    row, column, first_place, column * rows + row, column, row)};
    if (same_length && length > 0 && length != rows)
      told.insert(
          told.begin(),
          fmt::format("a row of the output was taken to be {} elements long, and it has {}: one for each "
                      "row of the input",
                      length, rows));
    return told;
  }

  // What is kept belongs at the number of elements before it that are kept.
  std::vector<std::string> of_packed() const {
    const Elements elements = run(InputKind::iota, case_.seed, case_.n);
    std::map<double, size_t> belongs;  // the elements that are kept, and their places
    for (size_t i = 0; i < elements.size(); ++i) belongs[std::stod(elements[i].expected)] = i;
    Counted counted;
    std::string which;
    double smallest = 0;
    for (size_t place = 0; place < elements.size(); ++place) {
      const auto& e = elements[place];
      if (e.right || e.got == "-" || !belongs.contains(e.value)) continue;
      if (counted.add(belongs[e.value], place, counted.none() || e.value < smallest)) {
        smallest = e.value;
        which = e.got;
      }
    }
    const bool only_the_count =
        verdict_.starts_with("the count ") && verdict_.find("output[") == std::string::npos;
    if (counted.none() && only_the_count)
      return {
          "all elements that are kept stand in their places, and only the count is wrong: which thread "
          "writes it, does that one know of all blocks, and is anything behind the last element counted?"};
    if (counted.none()) return {};
    return {fmt::format(
        "of the input 0, 1, 2, … with n = {}, element {} was put in output[{}], and belongs in output[{}]. "
        "Before it, {} elements are kept; the kernel counted {}: {}",
        case_.n, which, counted.is, counted.should_be, counted.should_be, counted.is, counted.why())};
  }

  // A flag that is set takes the packed element whose index is the number of flags before it that are set.
  std::vector<std::string> of_unpacked() const {
    const Elements elements = run(InputKind::iota, case_.seed, case_.n);
    Counted counted;
    size_t first = 0;
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto& e = elements[i];
      const double right = std::stod(e.expected) - 1, took = e.value - 1;  // packed[k] is k + 1
      if (e.right || e.got == "-" || right < 0 || took < 0 || took >= static_cast<double>(case_.n) ||
          took != std::floor(took))
        continue;
      if (counted.add(static_cast<size_t>(right), static_cast<size_t>(took), counted.none())) first = i;
    }
    if (counted.none() && !all_right(elements) &&
        std::all_of(elements.begin(), elements.end(),
                    [](const auto& e) { return e.right || (e.got == "-" && e.expected == "0"); }))
      return {
          "what has a flag is right, and what has none was never written, and should be 0: does every thread "
          "write its element?"};
    if (counted.none()) return all_right(elements) ? of_random_flags() : std::vector<std::string>();
    return {misplaced(first, counted)};
  }

  // Those of 0, 1, 2, … are set in the same lanes of each warp. Here each packed element has a value of its own.
  std::vector<std::string> of_random_flags() const {
    const Elements elements = run(InputKind::random, case_.seed, case_.n);
    std::map<std::string, size_t> packed;  // the place of each value
    for (const auto& e : elements)
      if (e.expected != "0" && !packed.emplace(e.expected, packed.size()).second)
        return {};  // one value twice
    Counted counted;
    size_t first = 0;
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto& e = elements[i];
      if (e.right || !packed.contains(e.expected) || !packed.contains(e.got)) continue;
      if (counted.add(packed[e.expected], packed[e.got], counted.none())) first = i;
    }
    return counted.none() ? std::vector<std::string>() : std::vector<std::string>{misplaced(first, counted)};
  }

  std::string misplaced(size_t first, const Counted& counted) const {
    return fmt::format(
        "with n = {}: output[{}] got packed[{}], and should get packed[{}]. Before flag {}, {} flags are "
        "set; the kernel counted {}: {}",
        case_.n, first, counted.is, counted.should_be, first, counted.should_be, counted.is, counted.why());
  }

  // Element i of the input is i.
  std::string why_a_scan(const Elements& elements) const {
    if (task_.task != check::Task::scan || none_written(elements)) return "";
    const auto all = [&](const auto& f) {
      for (size_t i = 0; i < elements.size(); ++i)
        if (elements[i].value != f(std::stod(elements[i].expected), static_cast<double>(i))) return false;
      return true;
    };
    const double last = static_cast<double>(elements.size() - 1), sum = last * (last + 1) / 2;
    if (!case_.inclusive && all([](double right, double i) { return right + i; }))
      return "this is the inclusive scan: each element has its own value in its sum. The exclusive scan is "
             "asked for: a place gets the sum of the elements before it, and its own is added after that";
    if (case_.inclusive && all([](double right, double i) { return right - i; }))
      return "this is the exclusive scan: no element has its own value in its sum. The inclusive scan is "
             "asked for: its own is added before the place is written";
    if (all([&](double right, double) { return right + sum; }))
      return fmt::format(
          "with n = {}, each element is too large by {}, the sum of all elements{}", elements.size(), sum,
          stage_.id.find("blelloch") == std::string::npos
              ? ": where the sum of what is before should begin with 0, the sum of everything stands, or "
                "that of the thread's own warp or block"
              : ": where the first sum should be 0, the sum of everything stands. A tree that is walked down "
                "begins with 0 at its root: is that 0 written, and to the place where the root is?");
    return "";
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

  // Of a grid of cells: the columns, or the rows, in which all wrong ones are.
  std::vector<std::string> of_cells() const {
    constexpr size_t kMost = 1 << 17, kFew = 8;
    if (case_.n > kMost) return {};
    const Elements cells = run(InputKind::random, case_.seed, case_.n);
    const size_t width = check::stencil_width(case_.n), height = (case_.n + width - 1) / width;
    std::set<size_t> columns, rows;
    for (size_t i = 0; i < cells.size(); ++i)
      if (!cells[i].right) columns.insert(i % width), rows.insert(i / width);
    const auto told = [&](const std::set<size_t>& where, const char* what, const char* neighbours) {
      return std::vector<std::string>{
          fmt::format("in a grid with rows of {} cells, all wrong cells are in {}{} {}: there a cell's "
                      "neighbour {} may belong to another warp or block, or be outside of the grid",
                      width, what, where.size() == 1 ? "" : "s", fmt::join(where, ", "), neighbours)};
    };
    if (columns.empty()) return {};
    if (columns.size() <= kFew && 4 * columns.size() <= width) return told(columns, "column", "in x");
    if (rows.size() <= kFew && 4 * rows.size() <= height) return told(rows, "row", "in y");
    return {};
  }

  // Ones, of which each tile of this size, from this element on, has its own sum too much.
  bool is_off_by_its_tile(const Elements& elements, size_t first, double size) const {
    const auto tile = static_cast<size_t>(std::max(size, 0.0));
    if (tile < kWarp || tile >= case_.n) return false;
    for (size_t i = first; i < elements.size(); ++i) {
      const auto own = static_cast<double>(std::min(tile, case_.n - i / tile * tile));
      if (elements[i].got == "-" || elements[i].value - std::stod(elements[i].expected) != own) return false;
    }
    return true;
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
    if (static_cast<double>(i) == off && is_off_by_its_tile(elements, i, off))
      return {fmt::format(
          "with {} ones, each block of {} elements but the first is too large by the sum of its own "
          "elements: before a block stand the blocks before it alone. Which of their sums does it add?",
          case_.n, off)};
    if (i == 0 && is_off_by_its_tile(elements, i, off))
      return {fmt::format(
          "with {} ones, each block of {} elements is too large by the sum of its own elements: before a "
          "block stand the blocks before it alone. So the scan of the sums of the blocks is an exclusive one",
          case_.n, off)};
    return {fmt::format("with {} ones, {}output[{}] is {}, expected {}: too {} by {}", case_.n,
                        i == 0 ? "" : fmt::format("all is right up to output[{}], and ", i - 1), i,
                        first->got, first->expected, off > 0 ? "large" : "small", std::fabs(off))};
  }

  const stage::Stage& stage_;
  Conditions case_;
  const check::TaskRow& task_;
  mutable std::string verdict_;  // of the last run, of pack
};

}  // namespace

std::vector<std::string> in_common(const stage::Stage& stage, const Conditions& c) {
  if (elsewhere() != nullptr) elsewhere()->begin();
  return Retold(stage, c).in_common();
}

std::vector<std::string> why_wrong(const stage::Stage& stage, const Conditions& c) {
  if (elsewhere() != nullptr) elsewhere()->begin();
  constexpr size_t kFew = kWarp + 1;  // each element is told by itself
  const std::vector<std::string> common = in_common(stage, c);
  Conditions few = c;
  std::vector<std::string> told;
  if (c.n > kFew) {
    few.n = kFew;
    told = Retold(stage, few).told();
  }
  if (!common.empty()) {
    const auto table = std::find_if(told.begin(), told.end(),
                                    [](const std::string& line) { return line.starts_with(kTable); });
    told.erase(told.begin(), table);
    told.insert(told.begin(), common.begin(), common.end());
    return told;
  }
  if (told.empty()) {
    few.n = c.n;
    told = Retold(stage, few).told();
  }
  if (const std::string where = Retold(stage, few).right_only_at(); !where.empty())
    told.insert(told.begin(), where);
  return told;
}

std::string as_row_and_column(const std::string& object, size_t n) {
  constexpr std::string_view kOutput = "output[";
  if (!object.starts_with(kOutput) || n == 0) return "";
  const size_t columns = n / check::matrix_columns(n);  // of the output: the rows of the input
  const size_t place = std::strtoull(object.c_str() + kOutput.size(), nullptr, 10);
  return fmt::format(
      "the output has {} rows (0 to {}) and {} columns: {} would be row {}, column {} of it. Does the "
      "condition in front of the store test a row and a column of the output, or those of the input?",
      n / columns, n / columns - 1, columns, object, place / columns, place % columns);
}

}  // namespace bench
