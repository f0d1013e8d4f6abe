// Two kernels for one problem, of which one is right: where does the other first do something else?
#pragma once
#include <string>
#include <vector>

#include "bench/observe.h"

namespace bench {

// The stage as elsewhere() holds it, against the one of that id in this program, with the input 0, 1, 2, …, or a random one
// where it is right with that:
// - "in line 21, thread 0 stores 0 in partial[3]; in the solution it is 6": stores and shuffles are compared, warp by warp, in
//   the order in which the warps made them. What the warp has read from another place before comes first. Nothing is told where
//   the two are made so differently that the first one tells nothing;
// - of a sum: an element that several threads read, and one alone in the solution;
// - the launcher starts another number of blocks, or launches in another order; no shared memory is used, although there are
//   barriers.
// A few sentences, or none. Throws what the launcher throws.
std::vector<std::string> first_difference(const stage::Stage&, const Conditions&);
inline constexpr const char* kLookAtAll =
    ". Look at the index, at the condition in front of it, and at how often a loop runs";  // where nothing more is known
inline constexpr const char* kOneAlone = "one thread alone reads it";  // said of such an element

// The first place in memory that a thread touches and does not touch there, or the other way round, whatever the values are:
// "in line 12, thread 0 of block 1 reads input[4]; in the solution it reads input[256]". With `hazards`: of the arrays and
// lines that they are about. A sentence, or none.
std::vector<std::string> first_place(const stage::Stage&, const Conditions&,
                                     const std::vector<simt::Hazard>& hazards);

// The blocks alone.
std::vector<std::string> other_number_of_blocks(const stage::Stage&, const Conditions&);

}  // namespace bench
