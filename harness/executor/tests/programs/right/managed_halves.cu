// While a kernel uses one half of an array, the host works on the other half: managed, mapped and registered memory.
#include <cstdio>
#include <cstdlib>

__managed__ int halves[1000];

__global__ void twice(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 1000, half = n / 2;
  int *managed, *mapped, *registered = static_cast<int*>(std::malloc(n * sizeof(int)));
  cudaMallocManaged(&managed, n * sizeof(int));
  cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped);
  cudaHostRegister(registered, n * sizeof(int), cudaHostRegisterMapped);
  int wrong = 0;
  for (int* host : {halves, managed, mapped, registered}) {
    for (int i = 0; i < n; ++i) host[i] = i;
    int* device = host;
    if (host == mapped || host == registered) cudaHostGetDevicePointer(&device, host, 0);
    for (int round = 0; round < 2; ++round) {
      twice<<<(half + 127) / 128, 128>>>(device, half);
      for (int i = half; i < n; ++i) host[i] *= 2;
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) wrong += host[i] != 4 * i;
  }
  cudaHostUnregister(registered);
  std::free(registered);
  cudaFreeHost(mapped);
  cudaFree(managed);
  std::printf("managed_halves: %d wrong\n", wrong);
  return wrong != 0;
}
