// scan/hillis_steele · global, double-buffered
// A scan writes at place i the sum of elements 0 to i. To add one element after the other would keep only
// one thread busy. Here every element adds the one that stands `shift` places to its left, with shift 1, 2,
// 4, …: after k steps each element holds the sum of the 2^k elements that end with it. All threads must see
// the old values. So each step reads one buffer and writes the other, and is a launch of its own.
// Watch: log2 n launches. Each of them moves the whole array: in all about 3 n log2 n elements, where 2 n
// would do.
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
