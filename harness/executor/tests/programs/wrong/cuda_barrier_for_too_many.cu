// The barrier expects all threads in the block, but the last threads have returned.
// says: expects 128 arrivals in each phase, but 28 arrivals are missing
#include <cstdio>
#include <cuda/barrier>

constexpr int kBlock = 128, kElements = 100;

__global__ void reversed(const int* x, int* out) {
  __shared__ int values[kBlock];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= kElements) return;
  values[threadIdx.x] = x[threadIdx.x];
  ready.arrive_and_wait();  // bug: deadlock
  out[threadIdx.x] = values[kElements - 1 - threadIdx.x];
}

int main() {
  int host[kElements], *x, *out;
  for (int i = 0; i < kElements; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  reversed<<<1, kBlock>>>(x, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
}
