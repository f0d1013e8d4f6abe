// What a beginner can do about what a compiler says, and about what none says.
#pragma once
#include <set>
#include <string>

#include "findings/evidence.h"

namespace practice {

// The message, line by line, and before it what to do, where that is known.
ladder::Findings compiler_said(const std::string& message);

// Of the first line in which two whole numbers of the text are divided, and the result is 0. Empty: there is none.
ladder::Evidence whole_division(const std::string& text);
// blockIdx.x * blockDim.x, a number of 32 bits, the first in the text.
ladder::Evidence product_of_32_bits(const std::string& text);
// =+ or =-, the first in the text.
ladder::Evidence assigned_sign(const std::string& text);
// Of the first loop over an array whose variable is written to and is no reference.
ladder::Evidence copied_element(const std::string& text);
// Where the outermost loop of a kernel begins that holds one of these lines and calls no function of the text: a loop without
// end is stopped in another of its lines each time, but this is always the same. 0: there is none.
int loop_around(const std::string& text, const std::set<int>& lines);
// do … while, which looks at its condition after the first round, the first in the text.
ladder::Evidence late_condition(const std::string& text);
// a + b ? c : d, where the sum is the condition, and b ? c : 0 + d; the first in the text.
ladder::Evidence choice_comes_last(const std::string& text);

// "Max" of a line that keeps the larger of two values in the place of one of them, as `if (x > a[i]) a[i] = x;` and
// `a[i] = max(a[i], x);` do; "Min" of the smaller; "": neither.
std::string extremum(const std::string& line);

}  // namespace practice
