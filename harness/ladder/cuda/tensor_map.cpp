#include "cuda/tensor_map.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <fmt/format.h>

#include "cuda/error.h"

namespace ladder::cuda {
namespace {

// A function of the driver, looked up at run time, so that the program also starts on a machine without a
// driver.
auto encode_tiled() {
  static const auto function = [] {
    void* entry = nullptr;
    cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
    check(
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found));
#else
    check(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entry, cudaEnableDefault, &found));
#endif
    if (found != cudaDriverEntryPointSuccess) throw Error("the driver has no cuTensorMapEncodeTiled");
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry);
  }();
  return function;
}

}  // namespace

void encode_tensor_map(void* map, const void* matrix, size_t rows, size_t columns, unsigned box_rows,
                       unsigned box_columns) {
  constexpr size_t kElement = 2;
  // tensor_load() passes coordinates as int32_t, and a box may begin beyond the end of the matrix.
  constexpr size_t kMost = (size_t{1} << 31) - (size_t{1} << 20);
  if (rows > kMost || columns > kMost)
    throw Error(
        fmt::format("a tensor map of {} by {} elements: at most {} in each direction", rows, columns, kMost));
  const cuuint64_t sizes[] = {columns, rows}, row_bytes[] = {columns * kElement};
  const cuuint32_t box[] = {box_columns, box_rows}, every_element[] = {1, 1};
  const CUresult status = encode_tiled()(
      static_cast<CUtensorMap*>(map), CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, const_cast<void*>(matrix), sizes,
      row_bytes, box, every_element, CU_TENSOR_MAP_INTERLEAVE_NONE,
      box_columns * kElement == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B,
      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS)
    throw Error(fmt::format("cuTensorMapEncodeTiled: status {} for {} by {} elements, in boxes of {} by {}",
                            static_cast<int>(status), rows, columns, box_rows, box_columns));
}

}  // namespace ladder::cuda
