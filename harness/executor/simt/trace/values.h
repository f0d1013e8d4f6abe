// What lanes read and wrote, kept for an observer: one value for each access and each shuffle of a lane, in the
// order of its events; and the turn of each event among those of all blocks. A hook runs before its access, so what a store leaves is read at the next look.
#pragma once
#include "simt/trace/context.h"

namespace simt::trace {

void keep_value(Context&, unsigned lane, const Event&);
void settle_last_store(Context&);
bool has_value(const Event&);
// The lane's last two accesses of global memory are one.
void join_last_values(Context&, unsigned lane, const Event& joined);

// Of the shuffle that lane `lane` of this block does now: from which lane of its warp the value comes, and what
// it is once it is there.
void keep_shuffle_source(Context&, unsigned lane, unsigned from, unsigned bytes);
void keep_shuffle_value(Context&, unsigned lane, uint64_t value);

}  // namespace simt::trace
