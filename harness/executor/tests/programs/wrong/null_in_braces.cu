// The arguments select the template, and the pointer in the braces has not been allocated yet.
#include <cstdio>

struct Range {
  int* first;
  int count;
};
static int* numbers;

template <typename T>
__global__ void fill(T value, Range to) {
  if (threadIdx.x < to.count) to.first[threadIdx.x] = value;  // bug: invalid_address
}

int main() {
  fill<<<1, 32>>>(7, {numbers, 32});  // before cudaMalloc
  cudaMalloc(&numbers, 32 * sizeof(int));
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(numbers);
  return 0;
}
