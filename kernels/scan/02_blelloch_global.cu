// scan/blelloch_global · up-sweep and down-sweep, global
// `hillis_steele` makes about n log2 n additions, `three_kernel` about 9 n (block 256), Blelloch's tree 2 n.
// The up-sweep adds pairs, then pairs of pairs, …, and leaves the sum of each subtree in its last place.
// Then the root gets 0, and the down-sweep tells each subtree the sum of all before it: a left child gets
// its parent's value, a right child that value plus the left sum. It works on a copy with zeros up to a power
// of two. From here on the result is exclusive: output[i] is the sum of all elements before i.
// Watch: 7 n elements are touched, but 28 n are moved (`three_kernel`: 4 n). Neighbouring lanes are 2 ×
// stride apart: a request touches up to 32 sectors.
// The diff is long: a tree adds in another order, so nothing of `three_kernel` is left.
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
