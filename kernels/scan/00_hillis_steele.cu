// scan/hillis_steele · global, double-buffered
// Each step adds to every element the one `shift` places to its left (1, 2, 4, …). After k steps, each element
// holds the sum of the 2^k elements that end with it. Each step is a separate launch, from one buffer to the other.
// Watch: log2 n launches, each of which moves the whole array: about 3 n log2 n elements, where 2 n would suffice.
#include "tracks/scan.h"

namespace {

template <typename T>
__global__ void add_shifted(const T* input, T* output, size_t n, size_t shift) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    T sum = input[i];
    if (i >= shift) sum += input[i - shift];
    output[i] = sum;
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
    launch(job, add_shifted<T>, {blocks_for(job.n, job.block), job.block}, from, into, job.n,
           size_t{1} << step);
    from = into;
  }
}

}  // namespace

STAGE("scan/hillis_steele", "global, double-buffered", run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive();
