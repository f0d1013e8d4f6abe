// Memory allocated in stream order is used in a second stream and freed in the first, with events in between.
#include <cstdio>

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }
__global__ void turn(const int* x, int* y) { y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x]; }

int main() {
  int host[128], *x, *y;
  cudaStream_t first, second;
  cudaEvent_t filled, used;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&filled);
  cudaEventCreate(&used);
  cudaMalloc(&y, sizeof host);
  cudaMallocAsync(reinterpret_cast<void**>(&x), sizeof host, first);
  fill<<<1, 128, 0, first>>>(x, 3);
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled, 0);
  turn<<<1, 128, 0, second>>>(x, y);
  cudaEventRecord(used, second);
  cudaStreamWaitEvent(first, used, 0);
  cudaFreeAsync(x, first);
  cudaDeviceSynchronize();
  cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(y);
  cudaEventDestroy(filled);
  cudaEventDestroy(used);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  std::printf("%d\n", host[0]);
  return host[0] != 3;
}
