#pragma once
#include <string>
#include <string_view>

namespace ladder::simt {

// The source name of the object accessed at this place: "tile" for tile[y][x], "a.data" for *a.data.
// Derived from the text of the line and the column, in the innermost function; "" if unknown.
std::string accessed_name(const void* return_address);

// The array or the pointer in front of the member accessed at this place: "bins" for bins[i].sum and bins->sum.
std::string structures_name(const void* return_address);

// Does the parenthesis at `open` still enclose the text at `column`?
bool encloses(std::string_view line, size_t open, size_t column);
// Is this place in the condition of an `if` or a loop, as far as the text of its line shows?
bool in_condition(const void* return_address);

}  // namespace ladder::simt
