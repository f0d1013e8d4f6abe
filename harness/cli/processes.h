// ./ladder under mpirun: several processes carry out one command together.
#pragma once
#include "cli/options.h"

namespace cli {

// Under mpirun: takes the GPU of this process and joins the others. The first process speaks and writes files; the
// others do the same work, and keep what comes of it to themselves. Throws Failure for what cannot be done so.
void join_processes(Options&);

}  // namespace cli
