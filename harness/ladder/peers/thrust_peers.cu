// Thrust, called as its documentation does, but for temporary storage that is kept between calls.
#include "peers/thrust_peers.h"

#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

#include <memory>

#include "cuda/error.h"

// Not in namespace cuda: there std would be libcu++'s cuda::std.
namespace {

using peers::Workload;

// Thrust asks for temporary storage in every call and gives it back; here it gets the same again.
struct KeptStorage {
  using value_type = char;
  device::Context* context;
  char* allocate(std::ptrdiff_t bytes) {
    return static_cast<char*>(context->scratch("temporary_storage", static_cast<size_t>(bytes)));
  }
  void deallocate(char*, size_t) {}
};

template <typename T>
Workload thrust_reduce() {
  const auto answer = std::make_shared<T>();
  return {
      .id = "peer/thrust_reduce",
      .idea = "thrust::reduce",
      .note =
          "its answer is returned to the host: the copy and the wait for it are included; temporary storage "
          "is kept between calls",
      .run =
          [answer](const stage::Job& job) {
            KeptStorage storage{job.context};
            const auto* input = static_cast<const T*>(job.input);
            const auto policy = thrust::cuda::par(storage).on(static_cast<cudaStream_t>(job.context->stream));
            *answer = thrust::reduce(policy, input, input + job.n, T{});
          },
      .deliver =
          [answer](const stage::Job& job) {
            const auto stream = static_cast<cudaStream_t>(job.context->stream);
            cuda::check(cudaMemcpyAsync(job.output, answer.get(), sizeof(T), cudaMemcpyHostToDevice, stream));
          }};
}

template <typename T>
Workload thrust_scan(bool inclusive) {
  return {.id = "peer/thrust_scan",
          .idea = inclusive ? "thrust::inclusive_scan" : "thrust::exclusive_scan",
          .note = "par_nosync; temporary storage is kept between calls",
          .run = [inclusive](const stage::Job& job) {
            KeptStorage storage{job.context};
            const auto* input = static_cast<const T*>(job.input);
            auto* output = static_cast<T*>(job.output);
            const auto policy =
                thrust::cuda::par_nosync(storage).on(static_cast<cudaStream_t>(job.context->stream));
            if (inclusive)
              thrust::inclusive_scan(policy, input, input + job.n, output);
            else
              thrust::exclusive_scan(policy, input, input + job.n, output, T{});
          }};
}

}  // namespace

namespace peers {

Workload thrust_reduce_f32() { return thrust_reduce<float>(); }
Workload thrust_reduce_u32() { return thrust_reduce<uint32_t>(); }
Workload thrust_scan_f32(bool inclusive) { return thrust_scan<float>(inclusive); }
Workload thrust_scan_u32(bool inclusive) { return thrust_scan<uint32_t>(inclusive); }

}  // namespace peers
