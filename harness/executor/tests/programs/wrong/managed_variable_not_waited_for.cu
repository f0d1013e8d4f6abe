// The sum is a __managed__ variable, and the host reads it immediately after the launch.
#include <cstdio>

__managed__ int total;
__managed__ int rounds = 3;

__global__ void add(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&total, i * rounds);
}

int main() {
  const int n = 100;
  rounds = 2;
  add<<<1, 128>>>(n);
  int early = total;  // bug: not_waited_for
  // says: the host reads total while a kernel may still be using it
  cudaDeviceSynchronize();
  std::printf("%d, then %d\n", early, total);
}
