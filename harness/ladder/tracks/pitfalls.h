// The pitfalls track: stages of other tracks, each with one mistake. This file defines only its place
// in the reading order.
#pragma once

#ifdef LADDER_STATES_TRACKS
#include "stage/registry.h"

namespace ladder::check {

const stage::Reading pitfalls("pitfalls", 130);

}  // namespace ladder::check
#endif
