// The threads on which blocks run: Thread, and Condition, on which a thread waits for its turn. Threads that
// have a turn run at the same time.
#pragma once
#ifdef __wasm__
#include "platform/wasm/workers.h"
#else
#include "platform/linux/workers.h"
#endif
