// program/wait · when the answer is ready
#include <cstdio>
#include <cstdlib>

// Ends the program if a CUDA call failed.
void check(cudaError_t answer) {
  if (answer == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(answer));
  std::exit(1);
}

__global__ void twice(float* values, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}

int main() {
  const size_t n = 1000;
  // Managed memory: the host and the device use the same pointer, and nothing is copied by hand.
  float* values;
  check(cudaMallocManaged(&values, n * sizeof(float)));
  for (size_t i = 0; i < n; ++i) values[i] = 1;

  const unsigned block = 256, blocks = (n + block - 1) / block;
  twice<<<blocks, block>>>(values, n);
  check(cudaGetLastError());
  // Your part: make the host read only finished results.
  check(cudaDeviceSynchronize());
  // End of your part.

  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) wrong += values[i] != 2.0f;
  check(cudaFree(values));
  std::printf("%zu of %zu are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
