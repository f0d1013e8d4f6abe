#include "findings/rank.h"

#include <algorithm>
#include <iterator>

namespace ladder::findings {
namespace {

struct Rank {
  Cause cause;
  Confidence confidence;
  int place;  // findings are reported in ascending order of this number
};

#define AT(place, confidence, name) {Cause::name, Confidence::confidence, place},
constexpr int kUnranked = 0;
// Causes that are not listed are certain, and come first. clang-format off
constexpr Rank kTable[] = {
    // Findings about the text of the answer: they are short and, if they apply, name the mistake.
    AT(1, likely, compiler_warns) AT(1, likely, assigns_in_condition) AT(1, likely, compares_first)
        AT(1, likely, unsigned_condition) AT(2, likely, float_in_an_int) AT(3, likely, product_of_32_bits)
            AT(4, likely, assigned_sign) AT(4, likely, choice_comes_last) AT(5, likely, copied_element)
                AT(6, likely, whole_division) AT(7, hint, late_condition) AT(10, certain, statements_missing)
                    AT(10, certain, statement_missing) AT(10, certain, statement_too_many)
                        AT(10, certain, missing_in_front) AT(10, certain, line_differs)
    // Observations about uninitialised memory.
    AT(20, certain, only_added_to) AT(20, certain, left_in_state) AT(20, likely, second_run_reads_first)
        AT(21, certain, writes_nothing) AT(21, likely, nothing_through_shared)
    // Actions that occur at different points in the answer and in the solution, and differences between
    // launches.
    AT(30, likely, launch_order_differs) AT(30, likely, block_shapes_differ)
        AT(30, likely, block_sizes_differ) AT(30, likely, grid_sizes_differ) AT(30, likely, fills_differ)
            AT(30, likely, memory_differs) AT(31, likely, row_lengths_differ) AT(31, likely, solution_thread)
                AT(31, likely, solution_one_does) AT(31, likely, solution_does_not)
                    AT(31, likely, solution_does_so) AT(31, likely, solution_between_other_barriers)
    // The sizes at which the answer is wrong.
    AT(40, likely, right_at_multiples) AT(40, likely, right_at_powers_of_two) AT(40, likely, right_up_to)
        AT(40, likely, right_with_blocks) AT(40, likely, wrong_with_more_blocks)
    // Common properties of all wrong elements.
    AT(50, certain, inclusive_for_exclusive) AT(50, certain, exclusive_for_inclusive) AT(
        50, certain, not_transposed) AT(50, certain, lines_never_moved) AT(50, certain, element_misplaced)
        AT(50, certain, packed_misplaced) AT(50, certain, only_count_wrong) AT(50, certain, zeros_not_written)
            AT(50, certain, wrong_cells) AT(50, certain, extreme_of_nothing) AT(50, certain, extreme_left_out)
                AT(50, hint, index_decides_too_much)
    // The first access that differs.
    AT(60, likely, solution_does) AT(60, likely, solution_stores_in) AT(60, likely, same_read_again)
        AT(60, likely, more_often) AT(60, likely, left_out) AT(61, likely, solution_value)
            AT(61, likely, solution_other_value)
    // Numbers.
    AT(70, certain, sum_of_zeros) AT(70, certain, elements_in_sum) AT(70, certain, only_elements_in_sum)
        AT(70, certain, sum_of_ones) AT(70, certain, extreme_begins_wrong) AT(70, certain, count_of_eight)
            AT(70, certain, scan_wrong_from) AT(70, certain, unpacked_misplaced) AT(70, likely, blocks_differ)
                AT(71, likely, solution_result) AT(70, hint, nothing_added) AT(70, hint, sum_added_up_again)
                    AT(70, hint, counted_too_often) AT(70, hint, ballot_added_up)
    // Common causes of wrong results, used if nothing else is known.
    AT(80, hint, more_rounds_on_small_gpu) AT(80, hint, other_order_on_small_gpu)
        AT(80, hint, launches_until_one_left) AT(80, hint, compare_indices_too)
    // Possible faults in an answer whose results are correct.
    AT(90, likely, int_meets_size_t) AT(90, likely, calculates_in_double)};
// clang-format on
#undef AT

// The table must contain every cause that explains a wrong answer, except those that are only parts of
// others.
constexpr bool all_have_a_place() {
  for (auto cause = Cause::right_at_multiples; cause <= Cause::calculates_in_double;
       cause = static_cast<Cause>(static_cast<int>(cause) + 1)) {
    const bool part = cause == Cause::each_looks_at_one || cause == Cause::table ||
                      cause == Cause::compiler_line || cause == Cause::table_row ||
                      cause == Cause::difference || cause == Cause::state_not_zero ||
                      (cause >= Cause::deed_shuffle && cause <= Cause::deed_store_of_bytes);
    if (!part && std::find_if(std::begin(kTable), std::end(kTable),
                              [&](const Rank& p) { return p.cause == cause; }) == std::end(kTable))
      return false;
  }
  return true;
}
static_assert(all_have_a_place(),
              "a cause in findings/causes.h that explains a wrong answer is missing from this table");

// A difference from the solution is ranked by the solution's corresponding action.
Rank rank_of(const Evidence& evidence) {
  const Evidence& inner = evidence.root();
  const Evidence* instead = inner.is(Cause::difference) ? inner.part("instead") : nullptr;
  const Cause cause = instead != nullptr ? instead->cause : inner.cause;
  const auto found =
      std::find_if(std::begin(kTable), std::end(kTable), [&](const Rank& p) { return p.cause == cause; });
  return found == std::end(kTable) ? Rank{cause, Confidence::certain, kUnranked} : *found;
}

}  // namespace

Confidence confidence_of(const Evidence& evidence) { return rank_of(evidence).confidence; }

Findings ranked(Findings all) {
  Findings once;
  for (Evidence& finding : all)
    if (std::find(once.begin(), once.end(), finding) == once.end()) once.push_back(std::move(finding));
  std::stable_sort(once.begin(), once.end(),
                   [](const Evidence& a, const Evidence& b) { return rank_of(a).place < rank_of(b).place; });
  return once;
}

void add_ranked(Findings& all, Evidence finding) {
  const int place = rank_of(finding).place;
  const auto behind = std::find_if(all.begin(), all.end(), [&](const Evidence& other) {
    const int its = rank_of(other).place;
    return its == kUnranked || its > place;
  });
  all.insert(behind, std::move(finding));
}

}  // namespace ladder::findings
