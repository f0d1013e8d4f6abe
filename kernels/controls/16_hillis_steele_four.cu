// controls/hillis_steele_four · does a step of hillis_steele have too few loads in flight?
// A thread in `scan/hillis_steele` computes one element per step, so it has at most two loads in flight. Here
// it computes four elements, and issues all loads before it adds. The bytes per step stay the same.
// Compare with: scan/hillis_steele.
#include "tracks/scan.h"

namespace {

constexpr int kPerThread = 4;

template <typename T>
__global__ void add_shifted(const T* input, T* output, size_t n, size_t shift) {
  const size_t first = size_t{blockIdx.x} * kPerThread * blockDim.x + threadIdx.x;
  T own[kPerThread], shifted[kPerThread];
#pragma unroll
  for (int k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * blockDim.x;
    own[k] = i < n ? input[i] : T{0};
    shifted[k] = i < n && i >= shift ? input[i - shift] : T{0};
  }
#pragma unroll
  for (int k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * blockDim.x;
    if (i < n) output[i] = own[k] + shifted[k];
  }
}

template <typename T>
void run(const ScanJob<T>& job) {
  T* other = scratch<T>(job, "other_buffer", job.n);
  int steps = 1;
  while (job.n > size_t{1} << steps) ++steps;
  const T* from = job.input;
  for (int step = 0; step < steps; ++step) {
    T* into = (steps - step) % 2 == 1 ? job.output : other;  // so that the last step writes the output
    launch(job, add_shifted<T>, {blocks_for(job.n, kPerThread * job.block), job.block}, from, into, job.n,
           size_t{1} << step);
    from = into;
  }
}

}  // namespace

STAGE("controls/hillis_steele_four", "does a step of hillis_steele have too few loads in flight?",
      run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive();
