// What is asked of a stage in one check: how many elements, and of what kind.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "stage/registry.h"

namespace check {

// In order of trust: an error that permutes, drops or repeats elements can hide among equal ones.
// The last two are for people who read values, and not among those that a check goes through: 0, 1, 2, …; and of sums, ones in
// part Case.seed of part_width(n) elements, and zeros elsewhere.
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
  // Of a task with several; n is how many elements they are. Nothing: as the task arranges n elements (check/tasks.h).
  std::optional<stage::Sizes> sizes = {};
};

// Single elements where there are few, else about 32 parts, of whole warps.
size_t part_width(size_t n);
// Cells per row of the stencil's grid: about square; whole warps where the grid is large enough.
size_t stencil_width(size_t n);
// Columns of the matrix to transpose, a rectangle: n divided by its largest divisor that is not above its root.
size_t matrix_columns(size_t n);

}  // namespace check
