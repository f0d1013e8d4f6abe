// Threads in one block update a 64-bit counter, but some of them update only its lower half.
// says: atomics of different sizes are not ordered with respect to each other
#include <cstdio>

__global__ void count(unsigned long long* counter) {
  unsigned* half = reinterpret_cast<unsigned*>(counter);
  if (threadIdx.x % 2 == 0)
    atomicAdd(counter, 1ull);
  else
    atomicAdd(half, 1u);  // bug: race
}

int main() {
  unsigned long long host = 0, *counter;
  cudaMalloc(&counter, sizeof host);
  cudaMemset(counter, 0, sizeof host);
  count<<<1, 64>>>(counter);
  cudaMemcpy(&host, counter, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(counter);
  std::printf("%llu\n", host);
}
