// The address of the running code.
#pragma once
#ifdef __wasm__
#include "platform/wasm/here.h"
#else
#include "platform/linux/here.h"
#endif
