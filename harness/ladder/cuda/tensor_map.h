// Tensor maps, which describe to the Tensor Memory Accelerator (TMA) how a matrix is stored.
#pragma once
#include <cstddef>

namespace ladder::cuda {

// For stage/tensor_map.h: `matrix` has `rows` by `columns` 2-byte elements, stored row by row. It is copied
// in boxes whose rows are 64 or 128 bytes long, with the swizzle for that size. `map`: a CUtensorMap. Throws
// cuda::Error.
void encode_tensor_map(void* map, const void* matrix, size_t rows, size_t columns, unsigned box_rows,
                       unsigned box_columns);

}  // namespace ladder::cuda
