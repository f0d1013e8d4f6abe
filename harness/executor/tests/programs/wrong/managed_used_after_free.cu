// The host reads managed memory after it has been freed.
#include <cstdio>
__global__ void ones(float* values) { values[threadIdx.x] = 1; }

int main() {
  float* values;
  cudaMallocManaged(&values, 64 * sizeof(float));
  ones<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
  printf("%g\n", values[0]);  // bug: host_reads_device
  // says: has been freed
}
