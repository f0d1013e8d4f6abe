// Warp operations on small matrices (mma, ldmatrix): the executor's side of stage/tensor_cores.h, with its
// layouts.
#pragma once
#include <cstdint>

namespace ladder::simt {

// c += a b. The products are added in double, and the sum is rounded to a float once; the rounding of tensor
// cores is not specified.
void matrix_multiply_add(float (&c)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]);

// Each lane passes the 16 bytes of its row and receives its pair of elements from each of the four matrices.
void matrix_exchange(uint32_t* pairs, bool transposed);

}  // namespace ladder::simt
