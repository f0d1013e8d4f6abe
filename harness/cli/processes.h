// ./ladder under mpirun: several processes carry out one command together.
#pragma once
#include "cli/options.h"

namespace ladder::cli {

// Under mpirun: assigns this process its GPU and connects it with the others. The first process prints and
// writes files; the others do the same work without output. Throws Failure for a request that is not possible
// in this mode.
void join_processes(Options&);

}  // namespace ladder::cli
