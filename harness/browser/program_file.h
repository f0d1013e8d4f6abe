// Precedes each whole program, as nvcc includes <cuda_runtime.h>: code from headers has no debug information, as in
// kernel_file.h.
#pragma once
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include <cuda_runtime.h>
#pragma clang attribute pop
// The rewriter recognises a block's arrays by g++'s words for them; rewriter.cpp puts these into their section.
#undef __shared__
#define __shared__ __constinit thread_local
