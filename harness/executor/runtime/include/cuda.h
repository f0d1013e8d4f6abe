// Defines only the version of the driver API.
#pragma once
#include "cuda_runtime_api.h"
#define CUDA_VERSION 13000
