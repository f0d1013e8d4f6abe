// WebAssembly has only one process, which itself reports how it ended.
#include "runtime/channel.h"

#include "platform/language.h"

namespace ladder::simt_runtime {
namespace {
Slot only{};
}

double seconds_now() { return static_cast<double>(simt::nanoseconds()) / 1e9; }
void take_slot() {
  only.process = 1;
  only.kernel = -1;
  simt::progress = &only.progress;
}
bool owns_slot() { return true; }
Slot& own_slot() { return only; }

}  // namespace ladder::simt_runtime
