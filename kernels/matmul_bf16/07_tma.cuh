// Prepares the matrices for the TMA. Later stages use this file, too.
#pragma once
#include "02_vectorised.cuh"
#include "stage/tensor_map.h"

namespace {

// Copies a row per block; rows of the copy have `stride` elements, and end with zeros.
__global__ void pad(const __nv_bfloat16* from, size_t columns, __nv_bfloat16* to, size_t stride) {
  for (size_t i = threadIdx.x; i < stride; i += blockDim.x)
    to[blockIdx.x * stride + i] = i < columns ? from[blockIdx.x * columns + i] : __nv_bfloat16(0.0f);
}

// The TMA can copy only from rows that begin at multiples of 16 bytes. If the rows of the matrix do not,
// they are first copied into rows that do.
inline TensorMap boxes_of(const Matrices& job, const char* name, const __nv_bfloat16* matrix, size_t rows,
                          size_t columns, unsigned box_rows, unsigned box_columns) {
  if (rows > 0 && columns > 0 && columns % kVec == 0)
    return tensor_map(matrix, rows, columns, box_rows, box_columns);
  const size_t stride = std::max<size_t>(1, (columns + kVec - 1) / kVec) * kVec;
  __nv_bfloat16* const padded = scratch<__nv_bfloat16>(job, name, std::max<size_t>(1, rows) * stride);
  if (rows > 0) launch(job, pad, {static_cast<unsigned>(rows), 256}, matrix, columns, padded, stride);
  return tensor_map(padded, std::max<size_t>(1, rows), stride, box_rows, box_columns);
}

}  // namespace
