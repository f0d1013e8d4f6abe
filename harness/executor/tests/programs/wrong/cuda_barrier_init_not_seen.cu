// Thread 0 initialises the barrier, but the other threads arrive without waiting for the initialisation.
#include <cstdio>
#include <cuda/barrier>

constexpr int kBlock = 128;

__global__ void reversed(const int* x, int* out) {
  __shared__ int values[kBlock];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);  // bug: race
  values[threadIdx.x] = x[threadIdx.x];
  ready.arrive_and_wait();
  out[threadIdx.x] = values[kBlock - 1 - threadIdx.x];
}

int main() {
  int host[kBlock], *x, *out;
  for (int i = 0; i < kBlock; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  reversed<<<1, kBlock>>>(x, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(out);
  cudaFree(x);
}
