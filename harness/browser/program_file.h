// Precedes each whole program, as <cuda_runtime.h> does with nvcc. Code from headers has no debug
// information, as in kernel_file.h.
#pragma once
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include <cuda_runtime.h>
#pragma clang attribute pop
// The rewriter recognises a block's arrays by the keywords of g++; rewriter.cpp replaces these with the
// section of the arrays.
#undef __shared__
#define __shared__ __constinit thread_local
// Sections distinguish these variables from others (platform/wasm/host/object.js). Each kind has its own
// section, because a section is either constant or not. The host may be denied access to a managed variable, so
// each managed variable has its own pages.
#undef __constant__
#undef __managed__
#define SIMT_TEXT_(x) #x
#define SIMT_TEXT(x) SIMT_TEXT_(x)
#define __constant__ __attribute__((section("simt_constant_" SIMT_TEXT(__COUNTER__))))
#define __managed__ __attribute__((section("simt_managed_" SIMT_TEXT(__COUNTER__)), aligned(4096)))
// The rewriter moves this into the kernel's body, as a call (rewriter.cpp).
#undef __launch_bounds__
#define __launch_bounds__(threads, ...) __attribute__((simt_launch_bounds(threads)))
extern "C" void simt_launch_bounds(int);
// Barriers in two branches remain two barriers.
__attribute__((nomerge)) void __syncthreads();
__attribute__((nomerge)) int __syncthreads_count(int);
__attribute__((nomerge)) int __syncthreads_and(int);
__attribute__((nomerge)) int __syncthreads_or(int);
