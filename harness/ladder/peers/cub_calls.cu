// CUB, from the CUDA Toolkit or from LADDER_CCCL. i32 is computed as u32, which gives the same bits.
#include "peers/calls.h"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#if CUB_VERSION >= 300600
#include <cuda/memory_resource>
#include <cuda/stream>
#endif

namespace ladder::peers::calls {

template <typename T>
cudaError_t cub_reduce(void* storage, size_t& bytes, const Call& call) {
  return cub::DeviceReduce::Sum(storage, bytes, static_cast<const T*>(call.input),
                                static_cast<T*>(call.output), static_cast<int64_t>(call.n), call.stream);
}

template <typename T>
cudaError_t cub_scan(void* storage, size_t& bytes, const Call& call, bool inclusive) {
  const auto* input = static_cast<const T*>(call.input);
  auto* output = static_cast<T*>(call.output);
  const auto n = static_cast<int64_t>(call.n);
  return inclusive ? cub::DeviceScan::InclusiveSum(storage, bytes, input, output, n, call.stream)
                   : cub::DeviceScan::ExclusiveSum(storage, bytes, input, output, n, call.stream);
}

// A copy of keep() from stage/elements.h, which is not included here. If the two predicates differ, the peer's
// answer is wrong, and its row reports the error.
template <typename T>
struct Keep {
  __host__ __device__ bool operator()(T x) const { return (static_cast<uint32_t>(x) & 7u) < 3u; }
};

template <typename T>
cudaError_t cub_select(void* storage, size_t& bytes, const Call& call) {
  return cub::DeviceSelect::If(storage, bytes, static_cast<const T*>(call.input),
                               static_cast<T*>(call.output), call.count, static_cast<int64_t>(call.n),
                               Keep<T>{}, call.stream);
}

template cudaError_t cub_reduce<float>(void*, size_t&, const Call&);
template cudaError_t cub_reduce<uint32_t>(void*, size_t&, const Call&);
template cudaError_t cub_scan<float>(void*, size_t&, const Call&, bool);
template cudaError_t cub_scan<uint32_t>(void*, size_t&, const Call&, bool);
template cudaError_t cub_select<float>(void*, size_t&, const Call&);
template cudaError_t cub_select<uint32_t>(void*, size_t&, const Call&);

Version cub_version() { return {CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION}; }

#if CUB_VERSION >= 300600

struct Scratch {
  const Call* call;
  void* allocate(::cuda::stream_ref, size_t bytes, size_t = 256) { return allocate_sync(bytes); }
  void deallocate(::cuda::stream_ref, void*, size_t, size_t = 256) noexcept {}
  void* allocate_sync(size_t bytes, size_t = 256) { return call->storage(bytes); }
  void deallocate_sync(void*, size_t, size_t = 256) noexcept {}
  friend bool operator==(const Scratch& a, const Scratch& b) { return a.call == b.call; }
  friend bool operator!=(const Scratch& a, const Scratch& b) { return a.call != b.call; }
  friend constexpr void get_property(const Scratch&, ::cuda::mr::device_accessible) noexcept {}
};

template <typename Requirement>
static auto environment(const Call& call, Requirement requirement) {
  const ::cuda::std::execution::prop memory{::cuda::mr::get_memory_resource, Scratch{&call}};
  return ::cuda::std::execution::env{::cuda::stream_ref{call.stream}, ::cuda::execution::require(requirement),
                                     memory};
}

template <typename Requirement>
static cudaError_t reduce_f32(const Call& call, Requirement requirement) {
  return cub::DeviceReduce::Sum(static_cast<const float*>(call.input), static_cast<float*>(call.output),
                                static_cast<int64_t>(call.n), environment(call, requirement));
}

bool has_determinism() { return true; }
cudaError_t cub_reduce_any_order(const Call& call) {
  return reduce_f32(call, ::cuda::execution::determinism::not_guaranteed);
}
cudaError_t cub_reduce_gpu_to_gpu(const Call& call) {
  return reduce_f32(call, ::cuda::execution::determinism::gpu_to_gpu);
}
cudaError_t cub_scan_run_to_run(const Call& call, bool inclusive) {
  const auto* input = static_cast<const float*>(call.input);
  auto* output = static_cast<float*>(call.output);
  const auto n = static_cast<int64_t>(call.n);
  const auto env = environment(call, ::cuda::execution::determinism::run_to_run);
  return inclusive ? cub::DeviceScan::InclusiveSum(input, output, n, env)
                   : cub::DeviceScan::ExclusiveSum(input, output, n, env);
}

#else

bool has_determinism() { return false; }
cudaError_t cub_reduce_any_order(const Call&) { return cudaErrorNotSupported; }
cudaError_t cub_reduce_gpu_to_gpu(const Call&) { return cudaErrorNotSupported; }
cudaError_t cub_scan_run_to_run(const Call&, bool) { return cudaErrorNotSupported; }

#endif

}  // namespace ladder::peers::calls
