// Tensor maps, which tell the Tensor Memory Accelerator (TMA) how a matrix is stored.
#pragma once
#include <cstddef>

namespace cuda {

// For stage/tensor_map.h: `matrix` has `rows` by `columns` elements of 2 bytes, stored row by row. It is copied
// in boxes whose rows have 64 or 128 bytes, with the swizzle for that size. `map`: a CUtensorMap. Throws
// cuda::Error.
void encode_tensor_map(void* map, const void* matrix, size_t rows, size_t columns, unsigned box_rows,
                       unsigned box_columns);

}  // namespace cuda
