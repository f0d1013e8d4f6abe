// Advice for beginners about compiler messages, and about mistakes that cause no message.
#pragma once
#include <set>
#include <string>

#include "findings/evidence.h"

namespace ladder::practice {

// The lines of the message, preceded by advice if there is any.
findings::Findings compiler_said(const findings::Evidence& message);

// Advice on the first line in which the quotient of two integer literals is 0. Empty: none.
findings::Evidence whole_division(const std::string& text);
// Advice on the first blockIdx.x * blockDim.x computed in 32 bits.
findings::Evidence product_of_32_bits(const std::string& text);
// Advice on the first =+ or =- in the text.
findings::Evidence assigned_sign(const std::string& text);
// Advice on the first loop over an array that assigns to its variable, although the variable is not a
// reference.
findings::Evidence copied_element(const std::string& text);
// Is the number of threads per block a template argument throughout, so that a compiler can unroll loops over it?
bool block_is_known(const std::string& text);
// The first line of a kernel's outermost loop that contains one of these lines and calls no function defined in
// the text. An endless loop is stopped at a different line each time, but this line is always the same. 0:
// there is none.
int loop_around(const std::string& text, const std::set<int>& lines);
// The first do … while around one of these lines: it tests its condition only after the first iteration.
findings::Evidence late_condition(const std::string& text, const std::set<int>& lines);
// Advice on the first a + b ? c : d, in which the sum is the condition, or b ? c : 0 + d.
findings::Evidence choice_comes_last(const std::string& text);

// "Max" for a line that keeps the larger of two values in place of one of them, such as `if (x > a[i]) a[i] =
// x;` or `a[i] = max(a[i], x);`; "Min" for the smaller; "": neither.
std::string extremum(const std::string& line);

}  // namespace ladder::practice
