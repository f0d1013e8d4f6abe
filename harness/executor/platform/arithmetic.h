// What not every C++ library has: the four roundings of <cfenv>, kRoundings (to nearest, to zero, up, down), and the modified
// Bessel functions of order 0 and 1.
#pragma once
#ifdef __wasm__
#include "platform/wasm/arithmetic.h"
#else
#include "platform/linux/arithmetic.h"
#endif
