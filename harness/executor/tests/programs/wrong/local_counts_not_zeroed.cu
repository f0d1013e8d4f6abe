// Each thread counts digits in an array of its own, which starts with arbitrary values.
// says: count is a local variable that is used before it has a value
#include <cstdio>

__global__ void count_digits(const int* numbers, int* total, int n) {
  int count[8];  // bug: uninitialised
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = thread; i < n; i += gridDim.x * blockDim.x) ++count[numbers[i] & 7];
  for (int k = 0; k < 8; ++k) atomicAdd(&total[k], count[k]);
}

int main() {
  constexpr int kElements = 4096;
  static int host[kElements];
  for (int i = 0; i < kElements; ++i) host[i] = i * i;
  int result[8], *numbers, *total;
  cudaMalloc(&numbers, sizeof host);
  cudaMalloc(&total, sizeof result);
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof result);
  count_digits<<<4, 128>>>(numbers, total, kElements);
  cudaMemcpy(result, total, sizeof result, cudaMemcpyDeviceToHost);
  for (int count : result) std::printf("%d ", count);
  cudaFree(numbers);
  cudaFree(total);
}
