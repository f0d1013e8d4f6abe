// A pointer into a shared array goes past its end. The kernel has no dynamic shared memory.
// says: past the end of partial
#include <cstdio>

constexpr int kBlock = 128;

__global__ void sums(const float* x, float* out) {
  __shared__ float partial[kBlock];
  partial[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  const float* pair = &partial[threadIdx.x];
  out[threadIdx.x] = pair[0] + pair[kBlock];  // bug: out_of_bounds
}

int main() {
  float *x, *out, first;
  cudaMalloc(&x, kBlock * sizeof(float));
  cudaMalloc(&out, kBlock * sizeof(float));
  cudaMemset(x, 0, kBlock * sizeof(float));
  sums<<<1, kBlock>>>(x, out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%s: %g\n", cudaGetErrorString(cudaGetLastError()), first);
  cudaFree(x);
  cudaFree(out);
}
