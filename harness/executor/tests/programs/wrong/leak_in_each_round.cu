// A function allocates scratch memory in each call, but returns early without freeing it.
#include <cstdio>
#include <vector>

__global__ void all_positive(const int* values, int n, int* answer) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] <= 0) atomicExch(answer, 0);
}

bool check(const std::vector<int>& values) {
  int *device, *answer, yes = 1;
  cudaMalloc(&answer, sizeof(int));
  cudaMalloc(&device, values.size() * sizeof(int));  // bug: leak
  cudaMemcpy(answer, &yes, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(device, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  all_positive<<<(int(values.size()) + 63) / 64, 64>>>(device, int(values.size()), answer);
  cudaMemcpy(&yes, answer, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(answer);
  if (!yes) return false;
  cudaFree(device);
  return true;
}

int main() {
  std::vector<int> values(100, 1);
  bool first = check(values);
  values[50] = -1;
  bool second = check(values), third = check(values);
  printf("%d %d %d\n", first, second, third);
  return 0;
}
