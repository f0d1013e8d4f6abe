// The block size that the runtime suggests, and the number of such blocks that fit on a multiprocessor.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void cube(int* array, int count) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < count) array[i] = array[i] * array[i] * array[i];
}

int main() {
  const int count = 20000;
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i % 100;
  int* device;
  if (cudaMalloc(&device, count * sizeof(int)) != cudaSuccess) return EXIT_FAILURE;
  cudaMemcpy(device, values.data(), count * sizeof(int), cudaMemcpyHostToDevice);

  int smallest_grid = 0, block = 0, resident = 0;
  cudaOccupancyMaxPotentialBlockSize(&smallest_grid, &block, cube, 0, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, cube, block, 0);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, cube);
  const bool sensible = block > 0 && block <= attributes.maxThreadsPerBlock && smallest_grid > 0 && resident > 0;
  cube<<<(count + block - 1) / block, block>>>(device, count);

  std::vector<int> result(count);
  cudaMemcpy(result.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += result[i] != values[i] * values[i] * values[i];
  printf("occupancy: %d wrong, the proposal is %s\n", wrong, sensible ? "sensible" : "not sensible");
  return wrong == 0 && sensible ? EXIT_SUCCESS : EXIT_FAILURE;
}
