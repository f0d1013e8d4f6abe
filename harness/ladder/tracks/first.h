// The `first` track: its steps use other tracks' tasks. This file defines only its place in the reading
// order.
#pragma once

#ifdef LADDER_STATES_TRACKS
#include "stage/registry.h"

namespace ladder::check {

const stage::Reading first("first", 10);

}  // namespace ladder::check
#endif
