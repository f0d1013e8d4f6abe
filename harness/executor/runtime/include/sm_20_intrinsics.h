// A part of what CUDA programs get from cuda_runtime.h.
#pragma once
#include "cuda_runtime.h"
