// Profiling has nothing to switch on here; a part of cuda_runtime_api.h.
#pragma once
#include "cuda_runtime_api.h"
