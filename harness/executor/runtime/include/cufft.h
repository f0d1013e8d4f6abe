// The types of cuFFT; see libraries.h.
#pragma once
#include "library_cufft"
typedef cufftResult cufftResult_t;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
