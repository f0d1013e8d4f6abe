#pragma once
#include <string>

namespace simt {

// The source name of what is accessed at this place: "tile" for tile[y][x], "a.data" for *a.data. Found from
// the line's text and the column, in the innermost function; "": not known.
std::string accessed_name(const void* return_address);

}  // namespace simt
