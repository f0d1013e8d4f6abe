// The `first` track: its steps use other tracks' tasks. This file defines only its place in the reading
// order.
#pragma once

#ifdef LADDER_STATES_TRACKS
#include "stage/registry.h"

namespace ladder::check {

const stage::Reading first("first", 10, size_t{1} << 16);  // small, so that a step is judged quickly

}  // namespace ladder::check
#endif
