// A device variable is passed to cudaMemcpy() by its name.
#include <cstdio>
__constant__ float filter[9];
__global__ void smooth(float* out) { out[threadIdx.x] = filter[threadIdx.x % 9]; }

int main() {
  float host[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1}, *out, first = 0;
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemcpy(filter, host, sizeof host, cudaMemcpyHostToDevice);  // bug: copy_direction
  // says: use cudaMemcpyToSymbol()
  smooth<<<1, 32>>>(out);
  cudaMemcpy(&first, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", first);
  cudaFree(out);
}
