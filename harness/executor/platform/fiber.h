// A stack that execution can leave and return to: Fiber, switch_fiber(), start_fiber(), make_fiber().
// The functions are inline, because a launch switches fibers once for each thread at each barrier.
#pragma once
#ifdef __wasm__
#include "platform/wasm/fiber.h"
#else
#include "platform/linux/fiber.h"
#endif
