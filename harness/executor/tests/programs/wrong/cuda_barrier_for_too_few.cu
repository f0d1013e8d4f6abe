// The barrier expects half of the threads, so a thread may continue when only half of the values are written.
#include <cstdio>
#include <cuda/barrier>

constexpr int kBlock = 128;

__global__ void rotated(const int* x, int* out) {
  __shared__ int values[kBlock];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x / 2);
  __syncthreads();
  values[threadIdx.x] = x[threadIdx.x];
  ready.arrive_and_wait();
  out[threadIdx.x] = values[(threadIdx.x + kBlock / 2) % kBlock];  // bug: race
}

int main() {
  int host[kBlock], *x, *out;
  for (int i = 0; i < kBlock; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  rotated<<<1, kBlock>>>(x, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(x);
  cudaFree(out);
}
