// Memory allocated in one stream and used in another, which waits for an event after the allocation; each thread of a
// kernel allocates and frees its own memory, and an atomicCAS() is repeated until it succeeds.
#include <cstdio>
__global__ void maxima(const int* values, int n, int* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* own = static_cast<int*>(malloc(sizeof(int)));
  *own = i < n ? values[i] : 0;
  int old = *result, assumed;
  do {
    assumed = old;
    old = atomicCAS(result, assumed, max(assumed, *own));
  } while (old != assumed);
  free(own);
}

int main() {
  const int n = 100;
  int host[n], *values, *result, found = 0;
  for (int i = 0; i < n; i++) host[i] = i * 37 % n;
  cudaStream_t first, second;
  cudaEvent_t allocated, used;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&allocated);
  cudaEventCreate(&used);
  cudaMallocAsync(&values, sizeof(host), first);
  cudaMallocAsync(&result, sizeof(int), first);
  cudaEventRecord(allocated, first);
  cudaStreamWaitEvent(second, allocated, 0);
  cudaMemcpyAsync(values, host, sizeof(host), cudaMemcpyHostToDevice, second);
  cudaMemsetAsync(result, 0, sizeof(int), second);
  maxima<<<2, 64, 0, second>>>(values, n, result);
  cudaMemcpyAsync(&found, result, sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaEventRecord(used, second);
  cudaStreamWaitEvent(first, used, 0);
  cudaFreeAsync(values, first);
  cudaFreeAsync(result, first);
  cudaDeviceSynchronize();
  printf("%d\n", found);
  cudaEventDestroy(allocated);
  cudaEventDestroy(used);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return found == n - 1 ? 0 : 1;
}
