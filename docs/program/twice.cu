// Doubles n numbers on the GPU, and checks the answer.
#include <cstdio>
#include <cstdlib>
#include <vector>

// Almost every CUDA function returns an error code. Errors are silent unless you check for them.
void check(cudaError_t answer, const char* what) {
  if (answer == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(answer));
  std::exit(1);
}

__global__ void twice(const float* input, float* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = 2 * input[i];
}

int main() {
  const size_t n = 1000, bytes = n * sizeof(float);
  std::vector<float> input(n), output(n);
  for (size_t i = 0; i < n; ++i) input[i] = static_cast<float>(i);

  float *device_input, *device_output;
  check(cudaMalloc(&device_input, bytes), "memory for the input");
  check(cudaMalloc(&device_output, bytes), "memory for the output");
  check(cudaMemcpy(device_input, input.data(), bytes, cudaMemcpyHostToDevice), "the copy to the GPU");

  const unsigned block = 256, blocks = (n + block - 1) / block;
  twice<<<blocks, block>>>(device_input, device_output, n);
  check(cudaGetLastError(), "the launch");
  check(cudaDeviceSynchronize(), "the kernel");

  check(cudaMemcpy(output.data(), device_output, bytes, cudaMemcpyDeviceToHost), "the copy back");
  check(cudaFree(device_input), "freeing the input");
  check(cudaFree(device_output), "freeing the output");

  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) wrong += output[i] != 2 * input[i];
  std::printf("%zu of %zu are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
