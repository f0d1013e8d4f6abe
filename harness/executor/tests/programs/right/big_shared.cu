// More than 48 KB of dynamic shared memory, which must be requested explicitly.
#include <cstdio>
#include <cstdlib>

#define TRY(x)                                                      \
  if ((x) != cudaSuccess) {                                         \
    printf("big_shared: %s\n", cudaGetErrorString(cudaGetLastError())); \
    return EXIT_FAILURE;                                            \
  }

__global__ void turn(float* data, int n) {
  extern __shared__ float cells[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) cells[i] = data[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = cells[n - 1 - i];
}

int main() {
  const int n = 15 * 1024;
  const size_t bytes = n * sizeof(float);  // 60 KB
  float *host = new float[n], *device;
  for (int i = 0; i < n; ++i) host[i] = i;
  TRY(cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  TRY(cudaMalloc(&device, bytes));
  TRY(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
  turn<<<1, 256, bytes>>>(device, n);
  TRY(cudaPeekAtLastError());
  TRY(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
  TRY(cudaFree(device));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != n - 1 - i;
  delete[] host;
  printf("big_shared: %d wrong\n", wrong);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
