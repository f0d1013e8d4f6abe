// Volatile variables, as used by programs written before __syncwarp() existed: the lanes of a warp move in
// lockstep at each access.
#include "simt/executor.h"
#include "platform/fiber.h"
#include "simt/memory.h"

using namespace ladder;

// Called before each volatile access in the program's code (instrument/). In watched code, the trace's hooks do
// the same for shared memory (simt/trace/hooks.cpp).
extern "C" void simt_volatile(const volatile void* address) {
  simt::Worker* w = simt::current_worker;
  if (!w) return;  // host code
  const void* p = const_cast<const void*>(address);
  const void* pc = SIMT_CALLER;
  if (simt::in_device_memory(p)) {
    if (!w->traced) simt::look_again(p, pc);
  } else if (w->traced || w->lane[w->current].fiber->on_stack(p)) {
    return;
  }
  const uint32_t lanes = w->warp[w->current / simt::kLanes].exists;
  if (lanes & (lanes - 1)) simt::move_in_lockstep(pc);  // if only one bit is set, there is no other lane
}
