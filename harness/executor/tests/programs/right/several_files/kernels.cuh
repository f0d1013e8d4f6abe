#pragma once
// Kernels that several files may include must be templates or inline.
#include "matrix.h"

template <int BLOCK>
__host__ __device__ inline int blocks_for(int work) {
  return (work + BLOCK - 1) / BLOCK;
}

template <typename Operation>
__global__ void for_each_cell(Matrix m, Operation operation) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m.size()) operation(m, i);
}
