// <cuda/atomic> also provides cuda::std::atomic, and a program may use the same names as the library.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cstdio>
#include <new>

struct barrier {
  int waits;
};
namespace detail {
struct word {
  int bytes;
};
}  // namespace detail
__device__ int atomic(int x) { return x + 1; }

__global__ void kernel(cuda::std::atomic<int>* a, int* plain, int* o) {
  a->fetch_add(1, cuda::std::memory_order_relaxed);
  cuda::std::atomic_ref<int>(*plain).fetch_add(1, cuda::std::memory_order_relaxed);
  const cuda::std::array<int, 2> two = {1, 2};
  const cuda::std::tuple<int, barrier> t{two[1], {3}};
  const detail::word w{4};
  if (threadIdx.x == 0) o[blockIdx.x] = atomic(cuda::std::get<0>(t) + cuda::std::get<1>(t).waits + w.bytes);
}

int main() {
  cuda::std::atomic<int>* a;
  int *plain, *o, h[2] = {}, counted = 0;
  cudaMallocManaged(&a, sizeof *a);
  new (a) cuda::std::atomic<int>(0);
  cudaMalloc(&plain, sizeof(int));
  cudaMalloc(&o, sizeof h);
  cudaMemset(plain, 0, sizeof(int));
  kernel<<<2, 32>>>(a, plain, o);
  cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&counted, plain, sizeof counted, cudaMemcpyDeviceToHost);
  const int sum = a->load();
  cudaFree(a);
  cudaFree(plain);
  cudaFree(o);
  std::printf("%d %d %d\n", sum, counted, h[1]);
  return sum != 64 || counted != 64 || h[1] != 10;
}
