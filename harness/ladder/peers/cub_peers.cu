// CUB, as the CUDA Toolkit ships it, or of LADDER_CCCL. i32 is computed as u32: the same bits.
#include "peers/thrust_peers.h"
#include "peers/workload.h"
#include "stage/pack.h"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#if CUB_VERSION >= 300600
#include <cuda/memory_resource>
#include <cuda/stream>
#endif
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

// A newer CUB lets the caller choose how much of the result is the same to the bit. It asks such a call for its
// temporary storage, which is the job's scratch memory here.
#if CUB_VERSION >= 300600

}  // namespace
namespace peers {

struct Scratch {
  device::Context* context;
  void* allocate(cuda::stream_ref, size_t bytes, size_t = 256) { return allocate_sync(bytes); }
  void deallocate(cuda::stream_ref, void*, size_t, size_t = 256) noexcept {}
  void* allocate_sync(size_t bytes, size_t = 256) { return context->scratch("temporary_storage", bytes); }
  void deallocate_sync(void*, size_t, size_t = 256) noexcept {}
  friend bool operator==(const Scratch& a, const Scratch& b) { return a.context == b.context; }
  friend bool operator!=(const Scratch& a, const Scratch& b) { return a.context != b.context; }
  friend constexpr void get_property(const Scratch&, cuda::mr::device_accessible) noexcept {}
};

}  // namespace peers
namespace {

template <typename Requirement>
auto environment(const Job& job, Requirement requirement) {
  const peers::Scratch scratch{job.context};
  const cuda::std::execution::prop memory{cuda::mr::get_memory_resource, scratch};
  const cuda::stream_ref stream{stream_of(job)};
  const auto required = cuda::execution::require(requirement);
  return cuda::std::execution::env{stream, required, memory};
}

template <typename Requirement>
Workload cub_reduce_f32(const char* id, const char* idea, Requirement requirement) {
  return {.id = id, .idea = idea, .note = kCharged, .run = [requirement](const Job& job) {
            cuda::check(cub::DeviceReduce::Sum(static_cast<const float*>(job.input),
                                               static_cast<float*>(job.output), static_cast<int64_t>(job.n),
                                               environment(job, requirement)));
          }};
}

Workload cub_scan_f32_run_to_run(bool inclusive) {
  return {.id = "peer/cub_scan_run_to_run",
          .idea = "cub::DeviceScan, run_to_run",
          .note = kCharged,
          .run = [inclusive](const Job& job) {
            const auto* input = static_cast<const float*>(job.input);
            auto* output = static_cast<float*>(job.output);
            const auto n = static_cast<int64_t>(job.n);
            const auto env = environment(job, cuda::execution::determinism::run_to_run);
            cuda::check(inclusive ? cub::DeviceScan::InclusiveSum(input, output, n, env)
                                  : cub::DeviceScan::ExclusiveSum(input, output, n, env));
          }};
}

::std::vector<Workload> with_a_determinism(const ::std::string& family, bool inclusive) {
  namespace determinism = cuda::execution::determinism;
  if (family == "reduce")
    return {cub_reduce_f32("peer/cub_reduce_any_order", "cub::DeviceReduce, not_guaranteed",
                           determinism::not_guaranteed),
            cub_reduce_f32("peer/cub_reduce_gpu_to_gpu", "cub::DeviceReduce, gpu_to_gpu",
                           determinism::gpu_to_gpu)};
  if (family == "scan") return {cub_scan_f32_run_to_run(inclusive)};
  return {};
}

#else

::std::vector<Workload> with_a_determinism(const ::std::string&, bool) { return {}; }

#endif

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

namespace {

::std::vector<Workload> usual(const ::std::string& family, DType type, bool inclusive) {
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

}  // namespace

::std::vector<Workload> of_family(const ::std::string& family, DType type, bool inclusive) {
  ::std::vector<Workload> all = usual(family, type, inclusive);
  if (type == DType::f32)
    for (Workload& peer : with_a_determinism(family, inclusive)) all.push_back(::std::move(peer));
  return all;
}

}  // namespace peers
