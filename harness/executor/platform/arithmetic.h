// Features that some C++ libraries lack: the four rounding modes of <cfenv> as kRoundings (to nearest, toward
// zero, up, down), and the modified Bessel functions of orders 0 and 1.
#pragma once
#ifdef __wasm__
#include "platform/wasm/arithmetic.h"
#else
#include "platform/linux/arithmetic.h"
#endif
