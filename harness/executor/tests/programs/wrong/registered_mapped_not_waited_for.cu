// The kernel itself writes to registered memory, and the host prints the result immediately.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 1000;
  int* host = static_cast<int*>(std::malloc(n * sizeof(int)));
  int* mapped;
  cudaHostRegister(host, n * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&mapped, host, 0);
  fill<<<(n + 255) / 256, 256>>>(mapped, n);
  std::printf("%d\n", host[n - 1]);  // bug: not_waited_for
  cudaDeviceSynchronize();
  cudaHostUnregister(host);
  std::free(host);
}
