// Device functions that determine which memory space an address belongs to, and profiler triggers.
#include <cstdio>

__constant__ int table[2];
__device__ int variable;

__global__ void ask(unsigned* o, const int* given) {
  __shared__ int shared[32];
  extern __shared__ int dynamic[];
  int own = static_cast<int>(threadIdx.x);
  shared[threadIdx.x] = own;
  dynamic[threadIdx.x] = own;
  __prof_trigger(0);
  const void* all[] = {given, &variable, &shared[1], &dynamic[1], &table[1], &own};
  for (int i = 0; i < 6; ++i)
    if (threadIdx.x == 0)
      o[i] = (__isGlobal(all[i]) ? 1u : 0u) + (__isShared(all[i]) ? 2u : 0u) + (__isConstant(all[i]) ? 4u : 0u) +
             (__isLocal(all[i]) ? 8u : 0u);
}

int main() {
  unsigned *d, h[6];
  int* given;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&given, sizeof(int));
  ask<<<1, 32, 32 * sizeof(int)>>>(d, given);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(given);
  const unsigned expected[] = {1, 1, 2, 2, 4, 8};
  int wrong = 0;
  for (int i = 0; i < 6; ++i) wrong += h[i] != expected[i];
  std::printf("%u %u %u %u %u %u\n", h[0], h[1], h[2], h[3], h[4], h[5]);
  return wrong;
}
