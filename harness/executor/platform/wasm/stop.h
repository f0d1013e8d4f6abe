// Ends the running code at the place from which it called the executor, as a processor fault does on other
// platforms.
#pragma once
#include "platform/crash.h"

namespace ladder::simt {

[[noreturn]] void stop_at(Fault, uintptr_t address);

}  // namespace ladder::simt
