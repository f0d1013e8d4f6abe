// The run that checks a stage for hazards: traced, with every block watched but few elements, because watching
// takes longer than counting. Used by run, and by every command that shows what a kernel does.
#pragma once
#include "bench/observe.h"
#include "bench/result.h"
#include "check/tasks.h"

namespace ladder::bench {

// The requested n if it is small; otherwise an n that gives several blocks and a tail for any block size.
size_t watched_n(size_t n, unsigned block);
// Limits a case in the same way. If its task has several sizes, each size is reduced to the value that the task
// declares sufficient. If the task declares none, the largest size is halved to an odd number until there are
// few elements.
check::Case watched(const check::Task*, check::Case, unsigned block);  // the task may be null

// Adds the observations to the row and judges it.
void take_watched(Result&, const stage::Stage&, const Observed&);

}  // namespace ladder::bench
