// The track first: its steps are of the tasks of other tracks. It has a place in the order of reading alone.
#pragma once

#ifdef LADDER_STATES_TRACKS
#include "stage/registry.h"

namespace check {

const stage::Reading first("first", 10);

}  // namespace check
#endif
