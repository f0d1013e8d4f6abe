// What all warps store, written down while TraceOptions::stored is set.
#pragma once
#include <vector>

#include "simt/observation.h"

namespace simt::trace {

void keep_stored(bool on);
std::vector<Stored> take_stored();

}  // namespace simt::trace
