// The track pitfalls: stages of other tracks, each with one mistake. Only its place in the reading order is
// stated.
#pragma once

#ifdef LADDER_STATES_TRACKS
#include "stage/registry.h"

namespace check {

const stage::Reading pitfalls("pitfalls", 130);

}  // namespace check
#endif
