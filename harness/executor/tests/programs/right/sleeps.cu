// Threads that sleep for a while without waiting for another thread.
#include <cstdio>

__global__ void slowly(int* out) {
  for (int i = 0; i < 500; ++i) __nanosleep(20);
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

int main() {
  const int n = 128;
  int host[n], *out, wrong = 0;
  cudaMalloc(&out, sizeof host);
  slowly<<<4, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) wrong += host[i] != i / 32;
  std::printf("sleeps: %d wrong\n", wrong);
  cudaFree(out);
  return wrong;
}
