// The result has one element per block, but the copy to the host transfers one element per thread.
#include <cstdio>
#include <vector>

__global__ void block_sums(const int* in, int* sums) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

int main() {
  const int blocks = 8, threads = 64, n = blocks * threads;
  std::vector<int> in(n, 1), sums(n);
  int *d_in, *d_sums;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_sums, blocks * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  block_sums<<<blocks, threads>>>(d_in, d_sums);
  cudaMemcpy(sums.data(), d_sums, n * sizeof(int), cudaMemcpyDeviceToHost);  // bug: copy_past_end
  cudaFree(d_in);
  cudaFree(d_sums);
  printf("%d\n", sums[0]);
  return 0;
}
