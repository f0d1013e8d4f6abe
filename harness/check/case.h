// What is asked of a stage in one check: which task, how many elements, of what kind.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "stage/registry.h"

namespace check {

// In order of trust: an error that permutes, drops or repeats elements can hide among equal ones.
enum class InputKind { random, index_coded, alternating, all_equal };
inline constexpr std::array kInputKinds = {InputKind::random, InputKind::index_coded, InputKind::alternating,
                                           InputKind::all_equal};
const char* name(InputKind);  // "random", "index-coded", "alternating", "all-equal"

struct Case {
  stage::DType dtype = stage::DType::f32;
  size_t n = 0;
  unsigned block = 256;
  InputKind input = InputKind::random;
  uint64_t seed = 1;
  bool inclusive = true;  // scan
};

// What is computed. Tracks share tasks: reduce, reduce_global, reduce_atomic and reduce_op/sum are all `sum`.
enum class Task { sum, min, max, minloc, scan, map, stencil, pack, unpack };
constexpr bool is_reduction(Task task) { return task <= Task::minloc; }

// The task of an id ("reduce/v3", "reduce_op/minloc") or of a track ("scan"). In reduce_op the stage's name
// begins with the operator. Throws std::invalid_argument, naming what there is.
Task task_of(const std::string& id);
// Of the stage's id; for a pitfall, of the problem that it pretends to solve.
Task task_of(const stage::Stage&);

// Whether the stage computes the inclusive scan in this case: as registered, else as asked.
bool computes_inclusive(const stage::Stage&, const Case&);

// Cells per row of the stencil's grid: about square; whole warps where the grid is large enough.
size_t stencil_width(size_t n);

}  // namespace check
