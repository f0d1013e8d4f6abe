// Atomics with an order and a scope, through nvcc's own functions: a message between blocks, a lock, a maximum.
#include <cstdio>

__global__ void hand_over(int* ready, const int* x, int* message, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *message = x[0] + 1;
    __nv_atomic_store_n(ready, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  } else {
    while (__nv_atomic_load_n(ready, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void count_and_find(const int* x, int n, int* lock, int* count, int* largest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __builtin_assume(n > 0);
  if (i < n) __nv_atomic_fetch_max(largest, x[i], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  if (threadIdx.x != 0) return;
  int free = 0;
  while (!__nv_atomic_compare_exchange_n(lock, &free, 1, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED,
                                         __NV_THREAD_SCOPE_DEVICE))
    free = 0;
  ++*count;
  __nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

int main() {
  const int n = 1000, blocks = 8;
  int host[n], got[4 + blocks], *x, *d;
  for (int i = 0; i < n; ++i) host[i] = (i * 7) % n;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&d, sizeof got);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(d, 0, sizeof got);
  hand_over<<<blocks, 32>>>(d, x, d + 4, d + 4);
  count_and_find<<<blocks, 128>>>(x, n, d + 1, d + 2, d + 3);
  cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
  int wrong = (got[2] != blocks) + (got[3] != n - 1);
  for (int b = 1; b < blocks; ++b) wrong += got[4 + b] != 1;
  std::printf("nv_atomics: %d wrong\n", wrong);
  cudaFree(x);
  cudaFree(d);
  return wrong;
}
