// A kernel file of the reader in place of an id: ./ladder explain practice/reduce/v1.cu
#pragma once
#include "cli/options.h"

namespace cli {

// Where one of the ids names a file (*.cu), or with --mine the reader's own of the last id, practice/ID.cu: compiles it, links
// it into a copy of this program, in which it takes the place of the stage that its STAGE line names, and goes on there: it
// does not return. The copy is kept for the next time, below build/. Throws Failure: there is no such file, it does not build, it has no STAGE line.
void go_on_with_own_file(const Options&);

}  // namespace cli
