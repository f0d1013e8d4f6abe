// CUB, as the CUDA Toolkit ships it, or of LADDER_CCCL. i32 is computed as u32: the same bits.
#include "peers/thrust_peers.h"
#include "peers/workload.h"
#include "stage/pack.h"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#include <string>

// Not in namespace cuda: there std would be libcu++'s cuda::std.
namespace {

using peers::Workload;

constexpr const char* kCharged = "temporary storage is allocated beforehand";

cudaStream_t stream_of(const Job& job) { return static_cast<cudaStream_t>(job.context->stream); }

// CUB's two calls: one for the size of the temporary storage (asked once for each n), one for the work.
template <typename Call>
auto with_temporary_storage(Call call) {
  return [call, known_n = SIZE_MAX, bytes = size_t{0}](const Job& job) mutable {
    if (known_n != job.n) {
      cuda::check(call(nullptr, bytes, job));
      known_n = job.n;
    }
    cuda::check(call(job.context->scratch("temporary_storage", bytes), bytes, job));
  };
}

template <typename T>
Workload cub_reduce() {
  return {.id = "peer/cub_reduce",
          .idea = "cub::DeviceReduce::Sum",
          .note = kCharged,
          .run = with_temporary_storage([](void* storage, size_t& bytes, const Job& job) {
            return cub::DeviceReduce::Sum(storage, bytes, static_cast<const T*>(job.input),
                                          static_cast<T*>(job.output), static_cast<int64_t>(job.n),
                                          stream_of(job));
          })};
}

template <typename T>
Workload cub_scan(bool inclusive) {
  return {.id = "peer/cub_scan",
          .idea = inclusive ? "cub::DeviceScan::InclusiveSum" : "cub::DeviceScan::ExclusiveSum",
          .note = kCharged,
          .run = with_temporary_storage([inclusive](void* storage, size_t& bytes, const Job& job) {
            const auto* input = static_cast<const T*>(job.input);
            auto* output = static_cast<T*>(job.output);
            const auto n = static_cast<int64_t>(job.n);
            return inclusive
                       ? cub::DeviceScan::InclusiveSum(storage, bytes, input, output, n, stream_of(job))
                       : cub::DeviceScan::ExclusiveSum(storage, bytes, input, output, n, stream_of(job));
          })};
}

template <typename T>
struct Keep {
  __host__ __device__ bool operator()(T x) const { return keep(x); }
};

template <typename T>
Workload cub_select() {
  return {.id = "peer/cub_select",
          .idea = "cub::DeviceSelect::If",
          .note = kCharged,
          .run = with_temporary_storage([](void* storage, size_t& bytes, const Job& job) {
            auto* count = static_cast<uint64_t*>(job.second_output);
            if (job.n == 0 && storage != nullptr) job.context->zero(count, sizeof(uint64_t));
            return cub::DeviceSelect::If(storage, bytes, static_cast<const T*>(job.input),
                                         static_cast<T*>(job.output), count, static_cast<int64_t>(job.n),
                                         Keep<T>{}, stream_of(job));
          })};
}

}  // namespace

namespace peers {

::std::string cub_version() {
  return ::std::to_string(CUB_MAJOR_VERSION) + "." + ::std::to_string(CUB_MINOR_VERSION) + "." +
         ::std::to_string(CUB_SUBMINOR_VERSION);
}

::std::vector<Workload> of_family(const ::std::string& family, DType type, bool inclusive) {
  const bool f32 = type == DType::f32;
  if (!f32 && type != DType::i32 && type != DType::u32) return {};
  if (family == "reduce")
    return f32 ? ::std::vector{cub_reduce<float>(), thrust_reduce_f32()}
               : ::std::vector{cub_reduce<uint32_t>(), thrust_reduce_u32()};
  if (family == "scan")
    return f32 ? ::std::vector{cub_scan<float>(inclusive), thrust_scan_f32(inclusive)}
               : ::std::vector{cub_scan<uint32_t>(inclusive), thrust_scan_u32(inclusive)};
  if (family == "pack") return {f32 ? cub_select<float>() : cub_select<uint32_t>()};
  return {};
}

}  // namespace peers
