#pragma once
#include <string>

namespace simt {

// What the access at this place is written as: "tile" of tile[y][x], "a.data" of *a.data. From the text of the line and
// the column, in the innermost function; "": not known.
std::string accessed_name(const void* return_address);

}  // namespace simt
