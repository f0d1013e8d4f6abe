// The run of a stage that looks for hazards: traced, every block, and few elements, because watching takes longer
// than counting. Used by run, and by every command that shows what a kernel does.
#pragma once
#include "bench/observe.h"
#include "bench/result.h"
#include "check/tasks.h"

namespace bench {

// As many as asked for, if they are few; else several blocks with a tail, whatever the block size.
size_t watched_n(size_t n, unsigned block);
// The same of a case: of a task with several sizes, each smaller, and odd.
check::Case watched(const check::Task*, check::Case, unsigned block);  // the task may be null

// Puts what was seen into the row and judges it.
void take_watched(Result&, const stage::Stage&, const Observed&);

}  // namespace bench
