// The threads that take a branch together reserve their output positions with one atomic.
#include <cooperative_groups.h>
#include <algorithm>
#include <iostream>
#include <vector>

namespace cg = cooperative_groups;

__device__ int reserve(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}

__global__ void keep_multiples(const int* in, int n, int* out, int* counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = in[i];
  if (value % 3 == 0) out[reserve(counter)] = value;
}

int main() {
  const int n = 10000;
  std::vector<int> in(n), want;
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 17 + 5) % 1000;
    if (in[i] % 3 == 0) want.push_back(in[i]);
  }
  int *d_in, *d_out, *d_counter, count = 0;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMalloc(&d_counter, sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_counter, 0, sizeof(int));
  keep_multiples<<<(n + 255) / 256, 256>>>(d_in, n, d_out, d_counter);
  cudaMemcpy(&count, d_counter, sizeof(int), cudaMemcpyDeviceToHost);
  std::vector<int> got(count);
  cudaMemcpy(got.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
  for (int* p : {d_in, d_out, d_counter}) cudaFree(p);
  std::sort(got.begin(), got.end());
  std::sort(want.begin(), want.end());
  std::cout << "cg_coalesced: kept " << count << " of " << n << '\n';
  return got == want ? 0 : 1;
}
