// Everything that warps store and load, and every launch, recorded while TraceOptions::stored is set.
#pragma once
#include <vector>

#include "simt/observation.h"

namespace ladder::simt::trace {

void keep_stored(bool on);
std::vector<Stored> take_stored();
std::vector<Launched> take_launched();
std::vector<NamedMemory> take_memory();
std::vector<HostFill> take_filled();
void note_host_fill(const char* call, const void* begin, size_t bytes, const void* return_address);

}  // namespace ladder::simt::trace
