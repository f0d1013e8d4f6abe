// cudaLaunchKernelEx() with its attributes: a kernel whose blocks wait for each other, and arguments that are converted.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

namespace cg = cooperative_groups;

__global__ void scale(float* values, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= by;
}

__global__ void add_of_previous_block(float* values, float* firsts) {
  if (threadIdx.x == 0) firsts[blockIdx.x] = values[blockIdx.x * blockDim.x];
  cg::this_grid().sync();
  if (blockIdx.x > 0) values[blockIdx.x * blockDim.x + threadIdx.x] += firsts[blockIdx.x - 1];
}

int main() {
  const int n = 256;
  std::vector<float> host(n, 1);
  float *values, *firsts;
  cudaMalloc(&values, n * sizeof(float));
  cudaMalloc(&firsts, 4 * sizeof(float));
  cudaMemcpy(values, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = dim3(64);
  if (cudaLaunchKernelEx(&config, scale, values, n, 3) != cudaSuccess) return 1;

  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  config.attrs = attributes;
  config.numAttrs = 2;
  void* arguments[] = {&values, &firsts};
  if (cudaLaunchKernelExC(&config, (const void*)add_of_previous_block, arguments) != cudaSuccess) return 2;

  cudaMemcpy(host.data(), values, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", host[0], host[64]);
  cudaFree(values);
  cudaFree(firsts);
  return host[0] == 3 && host[64] == 6 ? 0 : 3;
}
