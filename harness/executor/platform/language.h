// Definitions of CUDA's keywords (__shared__, __constant__, __managed__, __launch_bounds__) for this
// platform's compiler, and a clock.
#pragma once
#ifdef __wasm__
#include "platform/wasm/language.h"
#else
#include "platform/linux/language.h"
#endif
