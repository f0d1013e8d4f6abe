// An address computed from byte offsets is not a multiple of 4, and is also past the end of the array.
#include <cstdio>

__global__ void set_last(char* bytes, int n) {
  if (threadIdx.x == 0) *reinterpret_cast<int*>(bytes + n * sizeof(int) + 2) = 1;  // bug: misaligned
}

int main() {
  constexpr int n = 32;
  char* bytes;
  cudaMalloc(&bytes, n * sizeof(int));
  cudaMemset(bytes, 0, n * sizeof(int));
  set_last<<<1, 32>>>(bytes, n);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(bytes);
  return error == cudaSuccess ? 0 : 1;
}
