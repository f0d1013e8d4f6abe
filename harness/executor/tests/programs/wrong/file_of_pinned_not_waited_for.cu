// The result is written to a file during the copy: the operating system, not the program, reads the memory.
#include <cstdio>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 10000;
  int *host, *x;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&x, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(x, n);
  cudaMemcpyAsync(host, x, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::FILE* file = std::tmpfile();
  size_t written = std::fwrite(host, sizeof(int), n, file);  // bug: not_waited_for
  cudaDeviceSynchronize();
  std::printf("%zu\n", written);
  std::fclose(file);
  cudaFree(x);
  cudaFreeHost(host);
}
