// Handles thread parameters whose classes have user-defined copy constructors or destructors: the device
// copies their bytes, and a thread ends without destroying them (runtime/include/cuda_runtime.h).
#pragma once
#ifdef __wasm__
#include "platform/wasm/parameters.h"
#else
#include "platform/linux/parameters.h"
#endif
