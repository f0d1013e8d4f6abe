// The kernel of reduce/v8.1 (explained there) and its launcher. `reduce/best` launches it with other shapes.
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

template <typename T, int kBlock, int kPerThread>
__global__ void reduce_in_one_block(const T* input, T* output, unsigned n) {
  __shared__ T partial[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  constexpr unsigned kSize = Vec<T>::kSize;     // elements per vector
  constexpr int kVectors = kPerThread / kSize;  // vectors per thread
  Vec<T> v[kVectors];
  for (int k = 0; k < kVectors; ++k) {
    const unsigned i = k * kBlock + tid;
    v[k] = i < n / kSize ? load_vec(input + i * kSize) : Vec<T>{};
  }
  T sum = tid < n % kSize ? input[n - 1 - tid] : T{0};  // the last one, two or three elements
  for (int k = 0; k < kVectors; ++k) sum += vec_sum(v[k]);

  sum = block_sum<kBlock>(sum, partial);
  if (tid == 0) *output = sum;
}

// n: at most kBlock * kPerThread.
template <int kBlock, int kPerThread, typename T>
void one_block(const ReduceJob<T>& job) {
  launch(job, reduce_in_one_block<T, kBlock, kPerThread>, {1, kBlock}, job.input, job.output, job.n);
}

}  // namespace
