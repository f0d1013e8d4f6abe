// cuBLAS's product of float matrices, with the rounding of ordinary float arithmetic (no TF32). The library is loaded
// only when the peer is asked for, so that no other command loads it.
#include "peers/workload.h"

#ifdef LADDER_CUBLAS
#include <cublas_v2.h>
#include <dlfcn.h>

#include <algorithm>
#include <tuple>
#include <type_traits>

#include <fmt/format.h>

#include "cuda/error.h"
#endif

namespace peers {

#ifdef LADDER_CUBLAS

namespace {

constexpr size_t kWorkspace = size_t{32} << 20;  // as NVIDIA recommends for compute capability 9.0

struct Library {
  decltype(&cublasSgemm_v2_64) sgemm = nullptr;  // nullptr: the library cannot be loaded
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
    find(library.sgemm, "cublasSgemm_v2_64");
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

// Created where it is used: a process that has initialised CUDA cannot start those that run the rows.
cublasHandle_t handle() {
  static const cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    check(library().create(&made));
    return made;
  }();
  return handle;
}

// cuBLAS stores matrices column by column. Read that way, our C is its transpose, the product of the transposes of B
// and A.
void sgemm(const stage::Job& job) {
  const auto [m, n, k] = std::tuple{job.sizes[0], job.sizes[1], job.sizes[2]};
  if (m == 0 || n == 0) return;
  const auto leading = [](size_t length) { return static_cast<int64_t>(std::max<size_t>(1, length)); };
  const float one = 1, zero = 0;
  const Library& cublas = library();
  check(cublas.set_stream(handle(), static_cast<cudaStream_t>(job.context->stream)));
  check(cublas.set_workspace(handle(), job.context->scratch("cublas", kWorkspace), kWorkspace));
  check(cublas.sgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, static_cast<int64_t>(n), static_cast<int64_t>(m),
                     static_cast<int64_t>(k), &one, job.input<float>(1), leading(n), job.input<float>(0),
                     leading(k), &zero, job.output<float>(), leading(n)));
}

const Peer peer{"peer/cublas_sgemm", [](stage::DType type, bool) -> Workload {
                  if (type != stage::DType::f32 || library().sgemm == nullptr) return {};
                  return {.id = "peer/cublas_sgemm",
                          .idea = "cublasSgemm",
                          .note = "without TF32; 32 MiB of workspace are allocated beforehand",
                          .run = sgemm};
                }};

}  // namespace

#endif

}  // namespace peers
