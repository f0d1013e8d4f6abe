// The track pitfalls: stages of other tracks, each with one mistake. It has a place in the order of reading alone.
#pragma once

#ifdef LADDER_STATES_TRACKS
#include "stage/registry.h"

namespace check {

const stage::Reading pitfalls("pitfalls", 130);

}  // namespace check
#endif
