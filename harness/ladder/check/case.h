// The conditions for one check of a stage: the number of elements and the kind of input.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "stage/registry.h"

namespace ladder::check {

// The kinds of input, the most trustworthy first: an error that permutes, drops or repeats elements can go
// unnoticed if all elements are equal. No check uses the last two kinds, which make the values easy to read.
// iota is 0, 1, 2, …; ones_in_part, for sums, has ones in part Case.seed (of part_width(n) elements) and zeros
// elsewhere.
enum class InputKind { random, index_coded, alternating, all_equal, iota, ones_in_part };
inline constexpr std::array kInputKinds = {InputKind::random, InputKind::index_coded, InputKind::alternating,
                                           InputKind::all_equal};
const char* name(InputKind);  // "random", "index-coded", "alternating", "all-equal", "iota", "ones-in-part"

struct Case {
  stage::DType dtype = stage::DType::f32;
  size_t n = 0;
  InputKind input = InputKind::random;
  uint64_t seed = 1;
  bool inclusive = true;  // scan
  // Used for a task with several sizes; n is then the resulting number of elements. nullopt: the task's own
  // arrangement of n elements (check/tasks.h).
  std::optional<stage::Sizes> sizes = {};
};

// The width of a part: one element if n is small; otherwise whole warps, which give about 32 parts.
size_t part_width(size_t n);
// Cells per row of the stencil's grid, which is nearly square; whole warps if the grid is large enough.
size_t stencil_width(size_t n);
// Columns of the rectangular matrix to transpose: n divided by its largest divisor that does not exceed its
// square root.
size_t matrix_columns(size_t n);

}  // namespace ladder::check
