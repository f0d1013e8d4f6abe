#pragma once
#include <string>

namespace ladder::simt {

// The source name of the object accessed at this place: "tile" for tile[y][x], "a.data" for *a.data.
// Derived from the text of the line and the column, in the innermost function; "" if unknown.
std::string accessed_name(const void* return_address);

}  // namespace ladder::simt
