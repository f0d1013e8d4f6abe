// Thrust, called as its documentation shows, except that temporary storage is kept between calls. This is a
// separate translation unit, because Thrust and CUB each take a long time to compile.
#include "peers/calls.h"

#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

namespace ladder::peers::calls {

// Thrust allocates and frees temporary storage in every call; this allocator always returns the same memory.
struct KeptStorage {
  using value_type = char;
  const Call* call;
  char* allocate(std::ptrdiff_t bytes) {
    return static_cast<char*>(call->storage(static_cast<size_t>(bytes)));
  }
  void deallocate(char*, size_t) {}
};

template <typename T>
T thrust_reduce(const Call& call) {
  KeptStorage storage{&call};
  const auto* input = static_cast<const T*>(call.input);
  return thrust::reduce(thrust::cuda::par(storage).on(call.stream), input, input + call.n, T{});
}

template <typename T>
void thrust_scan(const Call& call, bool inclusive) {
  KeptStorage storage{&call};
  const auto* input = static_cast<const T*>(call.input);
  auto* output = static_cast<T*>(call.output);
  const auto policy = thrust::cuda::par_nosync(storage).on(call.stream);
  if (inclusive)
    thrust::inclusive_scan(policy, input, input + call.n, output);
  else
    thrust::exclusive_scan(policy, input, input + call.n, output, T{});
}

template float thrust_reduce<float>(const Call&);
template uint32_t thrust_reduce<uint32_t>(const Call&);
template void thrust_scan<float>(const Call&, bool);
template void thrust_scan<uint32_t>(const Call&, bool);

}  // namespace ladder::peers::calls
