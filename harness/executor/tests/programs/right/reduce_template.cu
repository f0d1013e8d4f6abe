// The completely unrolled reduction: the block size, the type and the operator are template arguments.
#include <cstdio>
#include <cstdlib>
#include <vector>

template <class T>
struct Plus {
  static __host__ __device__ T identity() { return T(0); }
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

template <class T>
struct Maximum {
  static __host__ __device__ T identity() { return T(-1000000); }
  __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <int THREADS, class T, class Op>
__global__ void fold(const T* in, int count, T* out) {
  __shared__ T cell[THREADS];
  const Op op;
  const int t = threadIdx.x;
  T mine = Op::identity();
  for (int i = blockIdx.x * THREADS + t; i < count; i += THREADS * gridDim.x) mine = op(mine, in[i]);
  cell[t] = mine;
  __syncthreads();
  if constexpr (THREADS >= 512) { if (t < 256) cell[t] = op(cell[t], cell[t + 256]); __syncthreads(); }
  if constexpr (THREADS >= 256) { if (t < 128) cell[t] = op(cell[t], cell[t + 128]); __syncthreads(); }
  if constexpr (THREADS >= 128) { if (t < 64) cell[t] = op(cell[t], cell[t + 64]); __syncthreads(); }
  if (t < 32) {  // the other steps need no block-wide barrier
    volatile T* v = cell;
    mine = op(v[t], v[t + 32]);
#pragma unroll
    for (int d = 16; d > 0; d /= 2) {
      v[t] = mine;
      __syncwarp();
      const T other = v[t ^ d];
      __syncwarp();
      mine = op(mine, other);
    }
    if (t == 0) out[blockIdx.x] = mine;
  }
}

template <class T, class Op>
int test(int threads, int count) {
  const Op op;
  std::vector<T> host(count), folded(8);
  T want = Op::identity();
  for (int i = 0; i < count; i++) want = op(want, host[i] = T((i * 37) % 100 - 20));
  T *in, *out;
  cudaMalloc(&in, count * sizeof(T));
  cudaMalloc(&out, folded.size() * sizeof(T));
  cudaMemcpy(in, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  switch (threads) {
    case 512: fold<512, T, Op><<<8, 512>>>(in, count, out); break;
    case 256: fold<256, T, Op><<<8, 256>>>(in, count, out); break;
    case 128: fold<128, T, Op><<<8, 128>>>(in, count, out); break;
    case 64:  fold<64, T, Op><<<8, 64>>>(in, count, out); break;
    default: abort();
  }
  cudaMemcpy(folded.data(), out, folded.size() * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  T got = Op::identity();
  for (T x : folded) got = op(got, x);
  return got == want ? 0 : 1;
}

int main() {
  int failed = 0;
  for (int threads = 64; threads <= 512; threads <<= 1) {
    failed += test<int, Plus<int>>(threads, 10007);
    failed += test<double, Plus<double>>(threads, 5000);
    failed += test<int, Maximum<int>>(threads, 33);
  }
  printf("reduce_template: %d tests failed\n", failed);
  return failed;
}
