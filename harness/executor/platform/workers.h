// The threads that run blocks: Thread, and Condition, on which a thread waits for its turn. Several threads
// may have a turn at the same time.
#pragma once
#ifdef __wasm__
#include "platform/wasm/workers.h"
#else
#include "platform/linux/workers.h"
#endif
