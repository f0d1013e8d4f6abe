// The input is freed before the kernel that reads it starts.
#include <cstdio>
#include <vector>

__global__ void twice(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];  // bug: out_of_bounds
}

int main() {
  const int n = 200;
  std::vector<int> host(n, 21);
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaFree(in);
  twice<<<2, 128>>>(in, out, n);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(out);
  return e != cudaSuccess;
}
