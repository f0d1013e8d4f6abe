// cuBLAS's products of float matrices, with the rounding of ordinary float arithmetic (no TF32), and of bfloat16
// matrices with float sums and results. The library is loaded only when a peer is requested, so that no other
// command loads it.
#include "peers/workload.h"

#ifdef LADDER_CUBLAS
#include <cublas_v2.h>
#include <dlfcn.h>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "cuda/error.h"
#endif

namespace ladder::peers {

#ifdef LADDER_CUBLAS

namespace {

constexpr size_t kWorkspace = size_t{32} << 20;  // as NVIDIA recommends for compute capability 9.0

struct Library {
  decltype(&cublasGemmEx_64) gemm = nullptr;  // nullptr: the library cannot be loaded
  decltype(&cublasSetWorkspace_v2) set_workspace = nullptr;
  decltype(&cublasSetStream_v2) set_stream = nullptr;
  decltype(&cublasCreate_v2) create = nullptr;
};

Library loaded() {
  Library library;
  void* file = dlopen(LADDER_CUBLAS, RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr) return library;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
    return function != nullptr;
  };
  if (find(library.create, "cublasCreate_v2") && find(library.set_stream, "cublasSetStream_v2") &&
      find(library.set_workspace, "cublasSetWorkspace_v2"))
    find(library.gemm, "cublasGemmEx_64");
  return library;
}

const Library& library() {
  static const Library library = loaded();
  return library;
}

void check(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw cuda::Error(fmt::format("cuBLAS: status {}", static_cast<int>(status)));
}

// The handle is created on first use, because a process that has initialised CUDA cannot start the processes
// that run the rows.
cublasHandle_t handle() {
  static const cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    check(library().create(&made));
    return made;
  }();
  return handle;
}

// cuBLAS stores matrices column by column. Read by columns, our C is the transpose of C, which is the
// product of the transposes of B and A. `type`: the element type of A and B.
void multiply(const stage::Job& job, cudaDataType type) {
  const auto [m, n, k] = std::tuple{job.sizes[0], job.sizes[1], job.sizes[2]};
  if (m == 0 || n == 0) return;
  const auto leading = [](size_t length) { return static_cast<int64_t>(std::max<size_t>(1, length)); };
  const float one = 1, zero = 0;
  const Library& cublas = library();
  // The stream and workspace are set only if they have changed, because the two calls delay the multiplication.
  static std::pair<void*, void*> in_use;
  const std::pair used(static_cast<void*>(job.context->stream), job.context->scratch("cublas", kWorkspace));
  if (in_use != used) {
    check(cublas.set_stream(handle(), static_cast<cudaStream_t>(job.context->stream)));
    check(cublas.set_workspace(handle(), used.second, kWorkspace));
    in_use = used;
  }
  check(cublas.gemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, static_cast<int64_t>(n), static_cast<int64_t>(m),
                    static_cast<int64_t>(k), &one, job.input<void>(1), type, leading(n), job.input<void>(0),
                    type, leading(k), &zero, job.output<void>(), CUDA_R_32F, leading(n), CUBLAS_COMPUTE_32F,
                    CUBLAS_GEMM_DEFAULT));
}

Workload product(const char* id, const char* idea, const char* note, stage::DType type,
                 cudaDataType elements) {
  if (type != stage::DType::f32 || library().gemm == nullptr) return {};
  return {.id = id, .idea = idea, .note = note, .run = [elements](const stage::Job& job) {
            multiply(job, elements);
          }};
}

const Peer sgemm{"peer/cublas_sgemm", [](stage::DType type, bool) {
                   return product("peer/cublas_sgemm", "cublasGemmEx, float",
                                  "without TF32; 32 MiB of workspace is allocated beforehand", type,
                                  CUDA_R_32F);
                 }};
const Peer bf16{"peer/cublas_bf16", [](stage::DType type, bool) {
                  return product("peer/cublas_bf16", "cublasGemmEx, bfloat16",
                                 "float sums and results; 32 MiB of workspace is allocated beforehand", type,
                                 CUDA_R_16BF);
                }};

}  // namespace

#endif

}  // namespace ladder::peers
