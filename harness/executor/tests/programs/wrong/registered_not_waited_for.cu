// A vector is registered, so a copy to it does not make the host wait.
#include <cstdio>
#include <vector>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 1000;
  std::vector<int> host(n);
  cudaHostRegister(host.data(), n * sizeof(int), cudaHostRegisterDefault);
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(x, n);
  cudaMemcpyAsync(host.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost);
  int last = host[n - 1];  // bug: not_waited_for
  cudaDeviceSynchronize();
  std::printf("%d, then %d\n", last, host[n - 1]);
  cudaHostUnregister(host.data());
  cudaFree(x);
}
