// The block's counter is never initialised.
#include <cstdio>
#include <vector>

__global__ void count_even(const int* in, int* of_blocks) {
  __shared__ int counter;
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value % 2 == 0) atomicAdd(&counter, 1);  // bug: uninitialised
  __syncthreads();
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = counter;
}

int main() {
  const int blocks = 4, threads = 64;
  std::vector<int> in(blocks * threads), counts(blocks);
  for (size_t i = 0; i < in.size(); ++i) in[i] = int(i * 3);
  int *d_in, *d_counts;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_counts, blocks * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  count_even<<<blocks, threads>>>(d_in, d_counts);
  cudaMemcpy(counts.data(), d_counts, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_counts);
  printf("%d\n", counts[0]);
  return 0;
}
