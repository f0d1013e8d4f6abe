// A dot product: each block uses a shared array, and the host computes the final sum.
#include <iostream>
#include <cstdlib>

const int length = 33 * 1024;
const int perBlock = 256;
const int blocks = (length / perBlock) < 32 ? length / perBlock : 32;

__global__ void dot(double *a, double *b, double *partial) {
  __shared__ double cache[perBlock];
  double sum = 0;
  for (int at = threadIdx.x + blockIdx.x * blockDim.x; at < length; at += blockDim.x * gridDim.x)
    sum += a[at] * b[at];
  cache[threadIdx.x] = sum;
  __syncthreads();
  int half = blockDim.x / 2;
  while (half != 0) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
    half /= 2;
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = cache[0];
}

int main() {
  double *a = new double[length], *b = new double[length], *partial = new double[blocks];
  double *dev_a, *dev_b, *dev_partial;
  cudaMalloc((void **)&dev_a, length * sizeof(double));
  cudaMalloc((void **)&dev_b, length * sizeof(double));
  cudaMalloc((void **)&dev_partial, blocks * sizeof(double));
  double expected = 0;
  for (int i = 0; i < length; i++) {
    a[i] = i;
    b[i] = 2.0;
    expected += a[i] * b[i];
  }
  cudaMemcpy(dev_a, a, length * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dev_b, b, length * sizeof(double), cudaMemcpyHostToDevice);

  dot<<<blocks, perBlock>>>(dev_a, dev_b, dev_partial);

  cudaMemcpy(partial, dev_partial, blocks * sizeof(double), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < blocks; i++) sum += partial[i];
  std::cout << "dot_product: " << sum << ", expected " << expected << "\n";
  cudaFree(dev_a);
  cudaFree(dev_b);
  cudaFree(dev_partial);
  delete[] a;
  delete[] b;
  delete[] partial;
  return sum == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
