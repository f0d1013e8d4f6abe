// Two kernels for one problem, of which one is right: where does the other first do something else?
#pragma once
#include <vector>

#include "bench/observe.h"

namespace bench {

// The stage as the conditions' runner runs it, against the one of that id in this program, with the input 0, 1, 2, …, or a random one
// where it is right with that:
// - a thread stores 0 in partial[3], and 6 in the solution: stores and shuffles are compared, warp by warp, in
//   the order in which the warps made them. What the warp has read from another place before comes first. Nothing is told where
//   the two are made so differently that the first one tells nothing;
// - of a sum: an element that several threads read, and one alone in the solution;
// - the launcher starts another number of blocks, or launches in another order; no shared memory is used, although there are
//   barriers.
// A few findings, or none. Throws what the launcher throws.
Findings first_difference(const stage::Stage&, const Conditions&);

// The first place in memory that a thread touches and does not touch there, or the other way round, whatever the values are:
// thread 0 of block 1 reads input[4], and input[256] in the solution. With `hazards`: of the arrays and lines that they are about.
// One finding, or none.
Findings first_place(const stage::Stage&, const Conditions&, const std::vector<simt::Hazard>& hazards);

// The blocks alone.
Findings other_number_of_blocks(const stage::Stage&, const Conditions&);

}  // namespace bench
