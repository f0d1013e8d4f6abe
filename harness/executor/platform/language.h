// How this platform's compiler sees CUDA's keywords (__shared__, __constant__, __managed__, __launch_bounds__),
// and its clock.
#pragma once
#ifdef __wasm__
#include "platform/wasm/language.h"
#else
#include "platform/linux/language.h"
#endif
