// An odd-even transposition sort of a small array in shared memory.
#include <algorithm>
#include <cstdio>
#include <vector>

#define SIZE 200

__device__ inline void compare_exchange(int& a, int& b) {
  if (a > b) {
    int t = a;
    a = b;
    b = t;
  }
}

__global__ void oddEvenSort(int* data, int n) {
  __shared__ int s[SIZE];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) s[i] = data[i];
  __syncthreads();
  for (int phase = 0; phase < n; ++phase) {
    int left = 2 * t + (phase & 1);
    if (left + 1 < n) compare_exchange(s[left], s[left + 1]);
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) data[i] = s[i];
}

int main() {
  std::vector<int> values(SIZE);
  for (int i = 0; i < SIZE; ++i) values[i] = (i * 71 + 13) % 97;
  int* d;
  cudaMalloc((void**)&d, SIZE * sizeof(int));
  cudaMemcpy(d, values.data(), SIZE * sizeof(int), cudaMemcpyHostToDevice);
  oddEvenSort<<<1, (SIZE + 1) / 2>>>(d, SIZE);
  std::vector<int> sorted(SIZE);
  cudaMemcpy(sorted.data(), d, SIZE * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  std::sort(values.begin(), values.end());
  bool same = values == sorted;
  printf("odd_even_sort: %s\n", same ? "sorted" : "NOT sorted");
  return same ? 0 : 1;
}
