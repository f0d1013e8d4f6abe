// Copies of boxes of a matrix of bfloat16 from global to shared memory, done by the Tensor Memory Accelerator (TMA): it
// computes the addresses, and stores zeros where the box extends beyond the matrix. CUDA Driver API, "Tensor Map Object
// Management"; PTX ISA, "cp.async.bulk.tensor". On the CPU: simt/async.cpp. Needs sm_90, as stage/bulk_copy.h does.
#pragma once
#include <cuda_bf16.h>

#ifdef __CUDACC__
#include "cuda/tensor_map.h"
#endif
#include "stage/bulk_copy.h"

namespace ladder::stage::inline STAGE_BACKEND {

#ifdef __CUDACC__

struct alignas(128) TensorMap {
  unsigned char encoded[128];  // CUtensorMap
};

#else

using simt::tensor_load;
using simt::TensorMap;

#endif

// Boxes of box_rows (at most 256) by box_columns (32 or 64) elements of a matrix stored row by row. The
// address of the matrix and the size of a row are multiples of 16 bytes. A kernel takes a TensorMap as a `const
// __grid_constant__` parameter.
inline TensorMap tensor_map(const __nv_bfloat16* matrix, size_t rows, size_t columns, unsigned box_rows,
                            unsigned box_columns) {
#ifdef __CUDACC__
  TensorMap map;
  cuda::encode_tensor_map(map.encoded, matrix, rows, columns, box_rows, box_columns);
  return map;
#else
  return {matrix, rows, columns, box_rows, box_columns};
#endif
}

#ifdef __CUDACC__
// Copies the box that begins at this row and column; `barrier` receives its bytes, which a thread must have announced with
// barrier_expect(). The box is stored row by row, at a multiple of 1024 bytes. In a box of 64 columns, the
// eight-element parts of row r are permuted: part p is stored at p ^ r % 8, or in a box of 32 columns at p ^ r / 2 % 4.
__device__ __forceinline__ void tensor_load([[maybe_unused]] void* to_shared,
                                            [[maybe_unused]] const TensorMap& map,
                                            [[maybe_unused]] size_t row, [[maybe_unused]] size_t column,
                                            [[maybe_unused]] Barrier* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  __trap();
#else
  const int32_t at[] = {static_cast<int32_t>(column), static_cast<int32_t>(row)};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to_shared, &map, at, barrier);
#endif
}
#endif

}  // namespace ladder::stage::inline STAGE_BACKEND
