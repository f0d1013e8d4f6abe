// A reader's kernel file instead of an id: ./ladder explain practice/reduce/v1.cu
#pragma once
#include "cli/options.h"

namespace ladder::cli {

// If one of the ids is a file (*.cu), or if --mine selects practice/ID.cu for the last id: compiles the file
// and links it into a copy of this program. In this copy, the file replaces the stage that its STAGE line
// names. Continues there without returning. The copy is stored below build/ for the next time. Throws Failure
// if there is no such file, or if it does not build or has no STAGE line.
void go_on_with_own_file(const Options&);

}  // namespace ladder::cli
