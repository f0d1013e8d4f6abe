// Calls to NVIDIA's libraries, which the executor refuses (include/libraries.h).
#include "runtime/include/libraries.h"

#include <cstdlib>
#include <string>

#include "runtime/state.h"

using namespace ladder;

[[noreturn]] void simt_runtime::library_called(const char* name) {
  tell_not_possible(SIMT_CALLER, "call", {findings::Cause::library_call, {{"call", name}}});
  std::exit(2);
}
