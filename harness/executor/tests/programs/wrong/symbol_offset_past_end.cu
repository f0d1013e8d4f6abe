// The copy of one element starts after the last element of the symbol.
// says: check the offset and the size, which are both in bytes
#include <cstdio>

__constant__ float weights[8];

__global__ void last(float* out) { *out = weights[7]; }

int main() {
  float one = 1, result = 0, *out;
  cudaMalloc(&out, sizeof(float));
  cudaMemcpyToSymbol(weights, &one, sizeof one, 8 * sizeof one);  // bug: copy_past_end
  last<<<1, 1>>>(out);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(out);
  printf("%g\n", result);
  return 0;
}
