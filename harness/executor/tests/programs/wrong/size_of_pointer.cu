// The size of the copy is the size of a pointer.
#include <cstdio>
#include <cstdlib>
__global__ void threes(float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 3;
}

int main() {
  const int n = 1000;
  float *host = static_cast<float*>(calloc(n, sizeof(float))), *device;
  cudaMalloc(&device, n * sizeof(float));
  threes<<<4, 256>>>(device, n);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);  // bug: copy_size
  // says: the size of a pointer
  printf("%g %g\n", host[0], host[999]);
  cudaFree(device);
  free(host);
}
