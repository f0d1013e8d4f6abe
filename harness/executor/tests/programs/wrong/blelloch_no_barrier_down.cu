// The downward pass through the tree has no barrier between its levels.
#include <cstdio>
#include <vector>

constexpr int COUNT = 256;

__global__ void exclusive(int* data) {
  __shared__ int tree[COUNT];
  const int t = threadIdx.x;
  tree[2 * t] = data[2 * t];
  tree[2 * t + 1] = data[2 * t + 1];
  __syncthreads();
  for (int step = 1; step < COUNT; step *= 2) {
    const int right = (t + 1) * step * 2 - 1;
    if (right < COUNT) tree[right] += tree[right - step];
    __syncthreads();
  }
  if (t == 0) tree[COUNT - 1] = 0;
  __syncthreads();
  for (int step = COUNT / 2; step > 0; step /= 2) {
    const int right = (t + 1) * step * 2 - 1;
    if (right < COUNT) {
      const int left = tree[right - step];
      tree[right - step] = tree[right];
      tree[right] += left;  // bug: race
    }
  }
  __syncthreads();
  data[2 * t] = tree[2 * t];
  data[2 * t + 1] = tree[2 * t + 1];
}

int main() {
  std::vector<int> host(COUNT, 1);
  int* device;
  cudaMalloc(&device, COUNT * sizeof(int));
  cudaMemcpy(device, host.data(), COUNT * sizeof(int), cudaMemcpyHostToDevice);
  exclusive<<<1, COUNT / 2>>>(device);
  cudaMemcpy(host.data(), device, COUNT * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  printf("%d\n", host[COUNT - 1]);
  return 0;
}
