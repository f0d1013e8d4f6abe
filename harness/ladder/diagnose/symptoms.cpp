#include "diagnose/symptoms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bench/attempt.h"
#include "bench/runner.h"
#include "bench/rows.h"
#include "check/tasks.h"
#include "device/machine.h"
#include "text/units.h"

namespace ladder::diagnose {
namespace {

constexpr size_t kMostElements = 40;  // the maximum number of array elements to show
constexpr size_t kColumns = 10, kRowsShown = 2;
constexpr size_t kSentences = 3;
constexpr size_t kWholeTiles = 1024;  // for a matrix, so that the tile at the edge is complete
constexpr size_t kWarp = 32;
constexpr double kManyTimes = 1 << 16;  // more than once for each thread

using check::InputKind;
using Elements = std::vector<check::Problem::Element>;

class Symptoms {
 public:
  Symptoms(const stage::Stage& stage, const Conditions& c)
      : stage_(stage), case_(c), task_(check::task_of(stage)) {}

  // Uses the case's own n: a smaller n may show other faults.
  Findings in_common() const {
    constexpr size_t kMost = 1 << 14;
    if (case_.n > kMost) return {};
    if (task_.is("transpose") && case_.n > kMostElements)
      return of_places(run(InputKind::iota, case_.seed, case_.n));
    if (task_.is("pack")) return of_packed();
    return task_.is("unpack") ? of_unpacked() : Findings();
  }

  Findings found() {
    if (task_.answer == check::Answer::sum) return of_a_sum();
    if (task_.is("count")) return of_a_count();
    if (task_.is("min") || task_.is("max")) return of_an_extreme();
    if (task_.is("minloc")) return of_a_place();
    if (task_.answer != check::Answer::elements) return {};
    if (case_.n <= kMostElements) return of_an_array();
    if (task_.is("stencil")) return of_cells();
    return task_.is("scan") ? of_a_scan() : Findings();
  }

 private:
  // A stored value may happen to equal the previous contents.
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

  // Makes one run and returns only the first `most` elements.
  Elements run(InputKind input, uint64_t seed, size_t most) const { return run(input, seed, case_.n, most); }
  Elements run(InputKind input, uint64_t seed, size_t n, size_t most) const {
    const stage::Stage* traced =
        stage_.racy.empty() ? nullptr : stage::find_stage(stage::Build::simt_traced, stage_.id);
    if (traced == nullptr) return run(stage_, input, seed, n, most);
    simt::set_trace_options(
        {.counters = false, .hazards = false});  // with lanes in lockstep, so a declared race has no effect
    return run(*traced, input, seed, n, most);
  }
  Elements run(const stage::Stage& stage, InputKind input, uint64_t seed, size_t n, size_t most) const {
    Conditions c = case_;
    c.n = n;
    c.input = input;
    c.seed = seed;
    const bench::Engine engine = bench::simt_engine();
    const device::Placement placement = bench::placement_of(stage, c.gpus);
    const auto home = engine.make_machine(placement), machine = engine.make_machine(placement);
    check::Problem problem(*home, task_, c);
    stage::Job job = problem.job();
    job.context = machine.get();
    machine->next_run();
    bench::solver(stage, c.dtype, c.block, *c.runner).run(job);
    machine->synchronize();
    if (task_.is("pack")) verdict_ = problem.verify(false).evidence;
    return problem.elements(most);
  }

  // Finds how often each element is in the sum: one run per part, with ones in that part and zeros elsewhere.
  Findings of_a_sum() const {
    const size_t width = check::part_width(case_.n), parts = (case_.n + width - 1) / width;
    const double of_none = run(InputKind::ones_in_part, parts, 1).at(0).value;
    if (!std::isfinite(of_none)) return {};
    if (of_none != 0)
      return {{Cause::sum_of_zeros, {{"n", case_.n}, {"result", fmt::format("{}", of_none)}}}};
    std::map<Fate, std::vector<Range>> fates;
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
    const auto is = [&](double times) { return fates.contains(fate(times, false)); };
    Evidence ones(Cause::sum_of_ones, {{"n", case_.n}, {"result", fmt::format("{}", of_all)}});
    if (of_all == static_cast<double>(case_.n)) ones.add({"cancels", 1});
    // If the parts are long and a range of elements ends within a part, its exact end is unknown here;
    // size_pattern.h finds it.
    constexpr size_t kLongPart = 1000;
    if (width > kLongPart && (is(0.5) || is(1.5))) return {ones};
    Findings found;
    // Names the smaller set: if most elements are missing from the sum, names those that are in the sum.
    if (fates.size() == 1 && is(0) && !once.empty() && 4 * size_of(once) <= case_.n) {
      found.push_back(elements_of(once).add({"ones", ones}));
      found.back().cause = Cause::only_elements_in_sum;
      if (size_of(once) == 1 && once[0].begin == 0) found.push_back({Cause::nothing_added});
      return found;
    }
    for (const auto& [how, ranges] : fates) {
      if (found.size() == kSentences) break;
      if (most >= kManyTimes && how.first != kManyTimes) continue;  // the sum may have overflowed
      Evidence evidence = elements_of(ranges);
      evidence.add({"fate", how.second}).add({"times", fmt::format("{}", how.first)});
      if (found.empty()) evidence.add({"ones", ones});
      found.push_back(std::move(evidence));
    }
    if (most >= kManyTimes) found.push_back({Cause::sum_added_up_again});
    return found;
  }

  struct Range {
    size_t begin, end;
    size_t size() const { return end - begin; }
  };

  // The number of elements counted before an element, and the right number.
  struct Counted {
    size_t should_be = 0, is = 0;
    bool one_more = true;  // true if all of these numbers are one too high
    bool none() const { return should_be == is; }
    bool add(size_t right, size_t counted, bool tell) {
      one_more = one_more && counted == right + 1;
      if (tell) should_be = right, is = counted;
      return tell;
    }
    Evidence evidence(Cause cause) const {
      Evidence e(cause, {{"should_be", should_be}, {"is", is}});
      if (one_more) e.add({"one_more", 1});
      return e;
    }
  };

  static size_t size_of(const std::vector<Range>& ranges) {
    size_t all = 0;
    for (const Range& r : ranges) all += r.size();
    return all;
  }

  // Returns whether this is likely to be a number that a kernel has counted, rather than a stale value in
  // memory.
  static bool is_count(double value, size_t of) {
    return std::isfinite(value) && value >= 0 && value <= 1e9 * static_cast<double>(of) &&
           value == std::floor(value);
  }

  // How often an element is in the sum: `exactly` or on `average` over several elements, `several` times,
  // `part`, `more`, `many`, `never`.
  using Fate = std::pair<double, const char*>;
  static Fate fate(double times, bool several) {
    if (times == 0) return {2 * kManyTimes, "never"};  // an element that is never in the sum comes last
    if (times == 2) return {2, "exactly"};
    if (times >= kManyTimes) return {kManyTimes, "many"};
    if (times == std::floor(times)) return {times, several ? "average" : "exactly"};
    return times < 1 ? Fate{0.5, "part"} : Fate{1.5, "more"};
  }

  Evidence elements_of(const std::vector<Range>& ranges) const {
    constexpr size_t kMost = 4;
    std::vector<std::string> first;
    for (size_t i = 0; i < std::min(kMost, ranges.size()); ++i) {
      const Range& r = ranges[i];
      first.push_back(r.size() == 1 ? std::to_string(r.begin) : fmt::format("{} to {}", r.begin, r.end - 1));
    }
    const bool more = ranges.size() > kMost;
    Evidence evidence(Cause::elements_in_sum,
                      {{"elements", more ? fmt::format("{}", fmt::join(first, ", ")) : text::listed(first)},
                       {"count", size_of(ranges)}});
    if (more) evidence.add({"more", 1});
    if (ranges[0].size() == case_.n) evidence.add({"all", 1});
    return evidence;
  }

  // With a single element, the result is that element, or the kernel's initial value.
  Findings of_an_extreme() const {
    const bool max = task_.is("max");
    if (case_.n == 0) {
      const check::Problem::Element none = run(InputKind::random, case_.seed, 1).at(0);
      if (none.right) return {};
      return {{Cause::extreme_of_nothing, {{"result", none.got}, {"expected", none.expected}}}};
    }
    for (const InputKind input : check::kInputKinds) {
      const check::Problem::Element result = run(input, case_.seed, 1, 1).at(0);
      if (result.right) continue;
      // If no element can have the resulting value, it is the initial value. If it is one with which any element
      // wins, the element was not examined.
      const bool initial = !std::isfinite(result.value) || std::fabs(result.value) >= 0x1p31 - 1;
      const bool untouched = initial && (result.value < 0) == max;
      return {{untouched ? Cause::extreme_left_out : Cause::extreme_begins_wrong,
               {{"element", result.expected}, {"result", result.got}, {"than", max ? "smaller" : "larger"}}}};
    }
    return {};
  }

  // The result is right for two elements, which are combined in order, and wrong for more, which are combined
  // in any order.
  Findings of_a_place() const {
    constexpr uint64_t kSeeds = 8;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed)
      if (!run(InputKind::random, seed, 2, 1).at(0).right) return {};
    const check::Problem::Element many = run(InputKind::random, case_.seed, 1).at(0);
    if (many.right || many.got == "-" || many.value <= many.right_value) return {};
    return {{Cause::index_decides_too_much}};
  }

  Findings of_a_count() {
    case_.n = 8;
    const check::Problem::Element result = run(InputKind::iota, case_.seed, 1).at(0);
    if (result.right) return {};
    Findings found = {{Cause::count_of_eight, {{"got", result.got}, {"expected", result.expected}}}};
    const double expected = result.right_value, times = expected > 0 ? result.value / expected : 0;
    if (is_count(result.value, case_.n) && times >= 2 && times < kManyTimes && times == std::floor(times))
      found.push_back({Cause::counted_too_often, {{"times", static_cast<int64_t>(times)}}});
    if (is_count(result.value, case_.n) &&
        static_cast<uint64_t>(result.value) + 1 == uint64_t{1} << static_cast<unsigned>(expected))
      found.push_back({Cause::ballot_added_up, {{"got", result.got}, {"bits", result.expected}}});
    return found;
  }

  // A table of both arrays, one above the other; a matrix is shown row by row.
  Findings of_an_array() const {
    const Elements elements = run(InputKind::iota, case_.seed, kMostElements);
    size_t columns = kColumns;
    Evidence table(Cause::table, {{"n", case_.n}});
    if (task_.is("transpose")) {
      columns = case_.n / check::matrix_columns(case_.n);
      table.add({"rows", columns}).add({"columns", check::matrix_columns(case_.n)});
    } else if (task_.is("stencil")) {
      columns = check::stencil_width(case_.n);
      table.add({"cells", columns});
    }
    if (none_written(elements) && stores_nothing()) return {{Cause::writes_nothing, {{"n", case_.n}}}};
    Findings told, head = of_places(elements);
    size_t shown = 0;
    for (size_t begin = 0; begin < elements.size(); begin += columns) {
      const size_t end = std::min(elements.size(), begin + columns);
      if (std::all_of(&elements[begin], &elements[0] + end, [](const auto& e) { return e.right; })) continue;
      if (++shown > kRowsShown) {
        told.push_back({Cause::table_row, {{"text", "…"}}});
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
      if (told.empty()) told.push_back(table);
      for (const std::string& line : {places, expected, got, marks})
        told.push_back({Cause::table_row, {{"text", line}}});
    }
    if (told.empty()) return told;
    if (Evidence why = why_a_scan(elements); !why.empty()) head.push_back(std::move(why));
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

  // For a matrix to transpose, compared as a whole with the input 0, 1, 2, …: what the wrong elements have in
  // common.
  Findings of_places(const Elements& elements) const {
    if (!task_.is("transpose") || elements.size() != case_.n) return {};
    const size_t columns = check::matrix_columns(case_.n), rows = case_.n / columns;  // of the input matrix
    size_t moved = 0, stayed = 0, missing = 0, first_column = columns, first_row = rows;
    size_t stayed_row = 0, stayed_column = 0;  // the position of the first element that was not moved
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto& e = elements[i];
      if (e.right) continue;
      const size_t column = i / rows, row = i % rows;  // position of the input element that belongs here
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
      return {{Cause::not_transposed, {{"row", stayed_row}, {"column", stayed_column}}}};
    const auto all_from = [&](size_t first, size_t end, size_t across, const char* what) -> Findings {
      if (missing != (end - first) * across) return {};
      Evidence evidence(Cause::lines_never_moved, {{"what", what}, {"first", first}, {"last", end - 1}});
      if (first + 1 == end) evidence.add({"one", 1});
      return {evidence};
    };
    if (moved > 0) return of_misplaced(elements, rows, columns);
    if (missing == 0) return {};
    if (first_column > 0 && first_row == 0) return all_from(first_column, columns, rows, "column");
    if (first_row > 0 && first_column == 0) return all_from(first_row, rows, columns, "row");
    return {};
  }

  // The first elements that are at the positions of other elements.
  static Findings of_misplaced(const Elements& elements, size_t rows, size_t columns) {
    size_t first = elements.size(), first_place = 0;
    for (size_t place = 0; place < elements.size(); ++place) {
      const auto& e = elements[place];
      if (e.right || e.got == "-" || e.value != std::floor(e.value) || e.value <= 0 ||
          e.value >= static_cast<double>(first))
        continue;
      first = static_cast<size_t>(e.value);
      first_place = place;
    }
    if (first == elements.size()) return {};
    const size_t row = first / columns, column = first % columns;
    return {{Cause::element_misplaced,
             {{"row", row}, {"column", column}, {"place", first_place}, {"belongs", column * rows + row}}}};
  }

  // A kept element belongs at the index that equals the number of kept elements before it.
  Findings of_packed() const {
    const Elements elements = run(InputKind::iota, case_.seed, case_.n);
    std::map<double, size_t> belongs;  // the index at which each kept element belongs
    for (size_t i = 0; i < elements.size(); ++i) belongs[elements[i].right_value] = i;
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
    if (counted.none() && verdict_.is(Cause::wrong_count)) return {{Cause::only_count_wrong}};
    if (counted.none()) return {};
    return {counted.evidence(Cause::packed_misplaced).add({"n", case_.n}).add({"element", which})};
  }

  // A position with a flag takes the packed element whose index is the number of flags before it.
  Findings of_unpacked() const {
    const Elements elements = run(InputKind::iota, case_.seed, case_.n);
    Counted counted;
    size_t first = 0;
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto& e = elements[i];
      const double right = e.right_value - 1, took = e.value - 1;  // packed[k] is k + 1
      if (e.right || e.got == "-" || right < 0 || took < 0 || took >= static_cast<double>(case_.n) ||
          took != std::floor(took))
        continue;
      if (counted.add(static_cast<size_t>(right), static_cast<size_t>(took), counted.none())) first = i;
    }
    if (counted.none() && !all_right(elements) &&
        std::all_of(elements.begin(), elements.end(),
                    [](const auto& e) { return e.right || (e.got == "-" && e.expected == "0"); }))
      return {{Cause::zeros_not_written}};
    if (counted.none()) return {};
    return {misplaced(first, counted)};
  }

  Evidence misplaced(size_t first, const Counted& counted) const {
    return counted.evidence(Cause::unpacked_misplaced).add({"n", case_.n}).add({"first", first});
  }

  // Element i of the input is i.
  Evidence why_a_scan(const Elements& elements) const {
    if (!task_.is("scan") || none_written(elements)) return {};
    const auto all = [&](const auto& f) {
      for (size_t i = 0; i < elements.size(); ++i)
        if (elements[i].value != f(elements[i].right_value, static_cast<double>(i))) return false;
      return true;
    };
    if (!case_.inclusive && all([](double right, double i) { return right + i; }))
      return {Cause::inclusive_for_exclusive};
    if (case_.inclusive && all([](double right, double i) { return right - i; }))
      return {Cause::exclusive_for_inclusive};
    return {};
  }

  // For a grid of cells: the few columns or rows to which all wrong cells belong.
  Findings of_cells() const {
    constexpr size_t kMost = 1 << 17, kFew = 8;
    if (case_.n > kMost) return {};
    const Elements cells = run(InputKind::random, case_.seed, case_.n);
    const size_t width = check::stencil_width(case_.n), height = (case_.n + width - 1) / width;
    std::set<size_t> columns, rows;
    for (size_t i = 0; i < cells.size(); ++i)
      if (!cells[i].right) columns.insert(i % width), rows.insert(i / width);
    const auto told = [&](const std::set<size_t>& where, const char* what,
                          const char* direction) -> Findings {
      std::vector<std::string> numbers;
      for (const size_t number : where) numbers.push_back(std::to_string(number));
      return {{Cause::wrong_cells,
               {{"cells", width},
                {"what", what},
                {"count", where.size()},
                {"where", text::listed(numbers)},
                {"direction", direction}}}};
    };
    if (columns.empty()) return {};
    if (columns.size() <= kFew && 4 * columns.size() <= width) return told(columns, "column", "x");
    if (rows.size() <= kFew && 4 * rows.size() <= height) return told(rows, "row", "y");
    return {};
  }

  // If all inputs are 1, each output equals its index, or its index plus 1. Finds how far off the first wrong
  // output is.
  Findings of_a_scan() const {
    constexpr size_t kMost = 1 << 14;
    const Elements elements = run(InputKind::all_equal, case_.seed, kMost);
    const auto first = std::find_if(elements.begin(), elements.end(), [](const auto& e) { return !e.right; });
    if (first == elements.end() || first->got == "-") return {};
    const size_t i = static_cast<size_t>(first - elements.begin());
    const double off = first->value - first->right_value;
    if (!std::isfinite(off)) return {};
    Evidence evidence(Cause::scan_wrong_from, {{"n", case_.n},
                                               {"index", i},
                                               {"got", first->got},
                                               {"expected", first->expected},
                                               {"than", off > 0 ? "large" : "small"},
                                               {"by", fmt::format("{}", std::fabs(off))}});
    if (i > 0) evidence.add({"last_right", i - 1});
    return {evidence};
  }

  const stage::Stage& stage_;
  Conditions case_;
  const check::Task& task_;
  mutable Evidence verdict_;  // the verdict of the last run, for pack
};

}  // namespace

Findings symptoms(const Wrong& w) {
  constexpr size_t kFew = kWarp + 1;  // up to this n, elements are reported one by one
  const check::Task& task = check::task_of(w.stage);
  const bool of_nothing = w.c.n == 0 && (task.is("min") || task.is("max"));
  if (!w.wrong || (w.c.n <= 1 && !of_nothing)) return {};
  w.c.runner->begin();
  Conditions c = w.c;
  // The consequences of a hazard follow no simple pattern, except for the positions of elements.
  if (w.is_of_hazards()) {
    const bool unwritten = w.is_matrix() && w.first_is(simt::HazardKind::uninitialised),
               outside = w.first_is(simt::HazardKind::out_of_bounds);
    if (unwritten) c.n = kWholeTiles;
    if (!unwritten && (w.hazards[0].space != "global" || (!outside && !w.first_is(simt::HazardKind::race))))
      return {};
    return Symptoms(w.stage, c).in_common();
  }
  Findings found = Symptoms(w.stage, c).in_common();
  Findings few;
  Conditions its = c;
  if (c.n > kFew) {
    its.n = kFew;
    few = Symptoms(w.stage, its).found();
  }
  if (found.empty() && few.empty()) return Symptoms(w.stage, c).found();
  const auto table =
      std::find_if(few.begin(), few.end(), [](const Evidence& e) { return e.is(Cause::table); });
  found.insert(found.end(), found.empty() ? few.begin() : table, few.end());
  return found;
}

}  // namespace ladder::diagnose
