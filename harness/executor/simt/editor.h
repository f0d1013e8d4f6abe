// The header that an editor (clangd) reads before a kernel file or a CUDA program: CUDA's keywords in clang's
// form, then the project's own headers in place of those of the CUDA Toolkit. .clangd includes this header; no
// build does.
#pragma once
#define SIMT_EDITOR  // simt/language.h leaves these definitions to this file

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __device__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define SIMT_INLINE inline __attribute__((always_inline, host, device))

// The C functions that a kernel can call. (The C++ functions that it can call are marked constexpr. The lines
// around <math.h> include the C header in the same way as <cmath> does.)
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
extern "C" {
__device__ int printf(const char*, ...);
__device__ void* malloc(size_t);
__device__ void free(void*);
__device__ int abs(int);
__device__ long labs(long);
__device__ long long llabs(long long);
__device__ clock_t clock();
}
#pragma clang force_cuda_host_device begin
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <string.h>
#pragma clang force_cuda_host_device end

#include <cmath>
#include <new>
#include <tuple>
#include <utility>

#pragma clang force_cuda_host_device begin
#ifdef __CUDACC__  // a program for ./ladder try
#include "cuda_runtime.h"
#else  // a kernel file
#include "simt/launch.h"
#endif
#pragma clang force_cuda_host_device end

#ifdef __CUDACC__
// clang turns <<<>>> into a call to one of these functions; the second is for an old or missing CUDA Toolkit.
cudaError_t __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared = 0,
                                        cudaStream_t = nullptr);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t = nullptr);
#endif
