// CUDA's message for a block that is too large is "invalid argument".
// says: 1 to 1024 are allowed
#include <cstdio>

__global__ void fill(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}

int main() {
  constexpr int n = 4096;
  int* data;
  cudaMalloc(&data, n * sizeof(int));
  fill<<<2, 2048>>>(data, n);  // bug: failed_call
  if (const cudaError_t error = cudaGetLastError()) std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(data);
}
