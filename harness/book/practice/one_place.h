// Where a file that is nearly the solution is not like it. What that says is certain: all else is the solution's program, so
// what is wrong is there.
#pragma once
#include <string>

namespace practice {

// "line 22 alone differs from the solution: '=' is another operator there"; of two lines: which they are.
// "": there are more, or none. Spaces, comments and names of the reader's own may differ.
std::string one_place(const std::string& text, const std::string& solution);

}  // namespace practice
