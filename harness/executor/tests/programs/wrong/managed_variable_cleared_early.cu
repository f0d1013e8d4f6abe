// The host prepares the next iteration's input while the kernel may still be reading the current input.
#include <cstdio>

__managed__ float input[300], output[300];

__global__ void twice(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) output[i] = 2 * input[i];
}

int main() {
  const int n = 300;
  for (int i = 0; i < n; ++i) input[i] = i;
  twice<<<2, 256>>>(n);
  for (float& x : input) x = 0;  // bug: not_waited_for
  // says: the host writes input while a kernel may still be using it
  cudaDeviceSynchronize();
  std::printf("%g\n", output[n - 1]);
}
