// What a beginner can do about what a compiler says, and about what none says.
#pragma once
#include <string>
#include <vector>

namespace practice {

// The message, line by line, and before it what to do, where that is known.
std::vector<std::string> compiler_said(const std::string& message);

// "line 12: 1 / 5 divides two whole numbers, and the result is 0: …", of the first line in which two numbers of the text
// make such a division; "": none.
std::string whole_division(const std::string& text);

// "line 12: blockIdx.x * blockDim.x is a number of 32 bits, …", of the first such product in the text; "": none.
std::string product_of_32_bits(const std::string& text);

// "line 12: =+ is no sign of C++: …", of the first such sign in the text; "": none.
std::string assigned_sign(const std::string& text);

// "line 12: item is a copy of each element, …", of the first loop over an array whose variable is written to and is no
// reference; "": none.
std::string copied_element(const std::string& text);

// "line 21: do … while runs once before it looks at its condition: …", of the first such loop in the text; "": none.
std::string late_condition(const std::string& text);

// "Max" of a line that keeps the larger of two values in the place of one of them, as `if (x > a[i]) a[i] = x;` and
// `a[i] = max(a[i], x);` do; "Min" of the smaller; "": neither.
std::string extremum(const std::string& line);

}  // namespace practice
