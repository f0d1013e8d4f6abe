// The values that lanes read and wrote, recorded for an observer: one for each access and each shuffle of a
// lane, in the order of the lane's events. The position of each event among the events of all blocks is
// recorded too. A hook runs before its access, so the value stored by an access is read at the next hook.
#pragma once
#include "simt/trace/context.h"

namespace ladder::simt::trace {

void keep_value(Context&, unsigned lane, const Event&);
void settle_last_store(Context&);
bool has_value(const Event&);
// Makes the lane's last two accesses to global memory count as one.
void join_last_values(Context&, unsigned lane, const Event& joined);

// For the shuffle that lane `lane` of this block is executing: the source lane in its warp, and the value once
// it has arrived.
void keep_shuffle_source(Context&, unsigned lane, unsigned from, unsigned bytes);
void keep_shuffle_value(Context&, unsigned lane, uint64_t value);

}  // namespace ladder::simt::trace
