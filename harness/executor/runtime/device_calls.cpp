// Device functions that query the address space of a pointer, and the breakpoint.
#include "runtime/include/cuda_runtime.h"
#include "runtime/state.h"
#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/shared_memory.h"
#include "simt/trace/variables.h"

namespace simt_runtime {

Space space_of(const void* p) {
  if (simt::find_shared(p)) return Space::shared;
  if (const auto* variable = simt::trace::find_variable(reinterpret_cast<uintptr_t>(p)))
    return variable->constant ? Space::constant : Space::global;
  return simt::in_device_memory(p) || is_registered(p) ? Space::global : Space::local;
}

}  // namespace simt_runtime

void __brkpt() {
  simt::report_hazard(simt::HazardKind::crash, "",
                      {__builtin_return_address(0), "breakpoint",
                       static_cast<int>(simt::current_worker->current), simt::current_worker->block_index},
                      {}, "", {ladder::Cause::breakpoint});
  simt::abandon_block();
}
