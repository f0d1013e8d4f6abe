// Device functions that query the address space of a pointer, and those for a breakpoint and a failed assert().
#undef NDEBUG  // <assert.h> would not declare __assert_fail()
#include <assert.h>

#include <cstdio>

#include "runtime/include/cuda_runtime.h"
#include "runtime/state.h"
#include "simt/executor.h"
#include "simt/memory.h"
#include "simt/shared_memory.h"
#include "simt/trace/variables.h"

using namespace ladder;

namespace ladder::simt_runtime {

Space space_of(const void* p) {
  if (simt::find_shared(p)) return Space::shared;
  if (const auto* variable = simt::trace::find_variable(reinterpret_cast<uintptr_t>(p)))
    return variable->constant ? Space::constant : Space::global;
  return simt::in_device_memory(p) || is_registered(p) ? Space::global : Space::local;
}

}  // namespace ladder::simt_runtime

void __brkpt() {
  simt::report_hazard(simt::HazardKind::crash, "",
                      {SIMT_CALLER, "breakpoint", static_cast<int>(simt::current_worker->current),
                       simt::current_worker->block_index},
                      {}, {}, {findings::Cause::breakpoint});
  simt::abandon_block();
}

// The program's objects call this function instead of the library's.
extern "C" [[noreturn]] void simt__assert_fail(const char* what, const char* file, unsigned line,
                                               const char* function) {
  const simt::Worker* w = simt::current_worker;
  if (!w) __assert_fail(what, file, line, function);
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
               line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z,
               what);
  const int thread = static_cast<int>(w->current);
  simt::report_hazard(
      simt::HazardKind::crash, "", {SIMT_CALLER, "assert", thread, w->block_index}, {}, {},
      {findings::Cause::assertion, {{"thread", thread}, {"block", w->block_index}, {"assertion", what}}});
  simt_runtime::kernel_ends_with(cudaErrorAssert);
  simt::stop_thread();
}
