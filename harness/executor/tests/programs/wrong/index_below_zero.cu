// In unsigned arithmetic, 0 - 1 is a large number.
// says: reads values[4294967295]
// says: is -1 converted to an unsigned 32-bit number
#include <cstdio>

__global__ void differences(const float* values, float* out) {
  const unsigned i = threadIdx.x;
  out[i] = values[i] - values[i - 1];  // bug: out_of_bounds
}

int main() {
  float *values, *out, host[64] = {};
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  differences<<<1, 64>>>(values, out);
  printf("%d\n", cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaFree(values);
  cudaFree(out);
}
