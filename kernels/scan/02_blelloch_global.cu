// scan/blelloch_global · up-sweep and down-sweep, global
// The up-sweep leaves the sum of each subtree in its last element; the down-sweep passes each subtree the sum of all
// elements before it. Both use a copy padded with zeros to a power of two. From here on, the result is exclusive.
// Watch: 2 n additions. But 28 n elements are moved (`three_kernel`: 4 n), because a request touches up to 32 sectors.
// The diff is long: a tree adds in a different order, so nothing is left of `three_kernel`.
#include "tracks/scan.h"

namespace {

template <typename T>
__global__ void up_sweep(T* partial, size_t pairs, size_t stride) {
  const size_t pair = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const size_t left = (2 * pair + 1) * stride - 1;
  const size_t right = (2 * pair + 2) * stride - 1;
  if (pair < pairs) partial[right] += partial[left];
}

template <typename T>
__global__ void down_sweep(T* partial, size_t pairs, size_t stride) {
  const size_t pair = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const size_t left = (2 * pair + 1) * stride - 1;
  const size_t right = (2 * pair + 2) * stride - 1;
  if (pair < pairs) {
    const T before = partial[right];
    const T sum = partial[left];
    partial[left] = before;
    partial[right] = before + sum;
  }
}

template <typename T>
void run(const ScanJob<T>& job) {
  size_t leaves = 1;
  while (leaves < job.n) leaves *= 2;
  T* partial = scratch<T>(job, "partial", leaves);
  job.context.copy(partial, job.input, job.n * sizeof(T));
  job.context.zero(partial + job.n, (leaves - job.n) * sizeof(T));
  for (size_t stride = 1, pairs = leaves / 2; pairs > 0; stride *= 2, pairs /= 2)
    launch(job, up_sweep<T>, {blocks_for(pairs, job.block), job.block}, partial, pairs, stride);
  job.context.zero(partial + leaves - 1, sizeof(T));
  for (size_t stride = leaves / 2, pairs = 1; stride > 0; stride /= 2, pairs *= 2)
    launch(job, down_sweep<T>, {blocks_for(pairs, job.block), job.block}, partial, pairs, stride);
  job.context.copy(job.output, partial, job.n * sizeof(T));
}

}  // namespace

STAGE("scan/blelloch_global", "up-sweep and down-sweep, global", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .exclusive()
    .after("three_kernel");
