// The kernel sets every member, but not the padding of the structures.
#include <cstdio>
struct Particle {
  double position;
  int cell;
};
__global__ void set(Particle* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].position = i;
  p[i].cell = i / 10;
}

int main() {
  constexpr int n = 1000;
  static Particle host[n];
  Particle* device;
  cudaMalloc(&device, sizeof host);
  set<<<4, 256>>>(device, n);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);  // bug: never_written
  // says: they are 16 bytes apart, like padding in a structure
  printf("%g %d\n", host[7].position, host[7].cell);
  cudaFree(device);
}
