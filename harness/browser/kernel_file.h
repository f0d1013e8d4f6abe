// In front of each kernel file: what headers define has no debug information, so that an instruction of an inlined helper has the line
// of the kernel that calls it. Headers are read here once; where the file includes them, nothing is left to read.
#pragma once
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include "stage/bulk_copy.h"
#include "stage/count.h"
#include "stage/map.h"
#include "stage/messages.h"
#include "stage/pack.h"
#include "stage/precompiled.h"
#include "stage/reduce.h"
#include "stage/scan.h"
#include "stage/stencil.h"
#include "stage/transpose.h"
#include "stage/unpack.h"
#include "stage/vectors.h"
#pragma clang attribute pop
