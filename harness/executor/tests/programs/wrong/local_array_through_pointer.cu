// A thread's own array has four elements, but six are written through a pointer.
// says: writes outside a local variable, through a pointer to volatile int
#include <cstdio>

__global__ void last(int* out, int n) {
  int values[4];
  volatile int* p = values;
  for (int i = 0; i < n; ++i) p[i] = i;  // bug: out_of_bounds
  out[threadIdx.x] = p[3];
}

int main() {
  int host[32], *out;
  cudaMalloc(&out, sizeof host);
  last<<<1, 32>>>(out, 6);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d\n", host[5]);
}
