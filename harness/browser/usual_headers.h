// The headers that a kernel file may use without including them (cmake/Kernels.cmake). The page reads them only
// for a file that needs them, because they would double the size of the precompiled headers.
#pragma once
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include "stage/precompiled.h"
#pragma clang attribute pop
