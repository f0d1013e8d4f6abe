// program/direction · from which memory to which
#include <cstdio>
#include <cstdlib>
#include <vector>

// Ends the program if a CUDA call failed.
void check(cudaError_t answer) {
  if (answer == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(answer));
  std::exit(1);
}

__global__ void twice(const float* input, float* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = 2 * input[i];
}

int main() {
  const size_t n = 1000, bytes = n * sizeof(float);
  std::vector<float> input(n, 1.0f), output(n);
  float *device_input, *device_output;
  check(cudaMalloc(&device_input, bytes));
  check(cudaMalloc(&device_output, bytes));
  check(cudaMemcpy(device_input, input.data(), bytes, cudaMemcpyHostToDevice));
  const unsigned block = 256, blocks = (n + block - 1) / block;
  twice<<<blocks, block>>>(device_input, device_output, n);
  check(cudaGetLastError());
  // Your part: copy the answer back.
  // Was: check(cudaMemcpy(device_output, output.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(output.data(), device_output, bytes, cudaMemcpyDeviceToHost));
  // End of your part.
  check(cudaFree(device_input));
  check(cudaFree(device_output));

  size_t wrong = 0;
  for (const float value : output) wrong += value != 2.0f;
  std::printf("%zu of %zu are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
