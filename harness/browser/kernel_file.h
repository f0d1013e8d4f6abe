// Precedes each kernel file: code from headers has no debug information, so that an instruction of an inlined
// helper gets the line of the kernel that calls the helper. Headers are read here once, so the includes of most
// kernel files add nothing. (With g++, other headers include the first headers in this list.)
#pragma once
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
// The parts of <algorithm> that the kernel files use: the rest would be half of the precompiled headers. A file
// that includes <algorithm> still gets all of it.
#include <__algorithm/clamp.h>
#include <__algorithm/max.h>
#include <__algorithm/min.h>
#define _LIBCPP_ALGORITHM

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline_primitives.h>

#include <cuda/atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "stage/bulk_copy.h"
#include "stage/cluster.h"
#include "stage/count.h"
#include "stage/exponential.h"
#include "stage/map.h"
#include "stage/matmul.h"
#include "stage/messages.h"
#include "stage/pack.h"
#include "stage/reduce.h"
#include "stage/scan.h"
#include "stage/softmax.h"
#include "stage/stencil.h"
#include "stage/tensor_cores.h"
#include "stage/tensor_map.h"
#include "stage/transpose.h"
#include "stage/unpack.h"
#include "stage/vectors.h"
#include "stage/warpgroup.h"
#undef _LIBCPP_ALGORITHM
#pragma clang attribute pop
