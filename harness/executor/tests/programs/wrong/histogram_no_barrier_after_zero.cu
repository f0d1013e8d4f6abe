// One warp counts into bins that another warp sets to zero afterwards.
#include <cstdio>
#include <vector>

__global__ void histogram(const int* data, int n, int* bins) {
  __shared__ int mine[128];
  mine[threadIdx.x] = 0;  // bug: race
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&mine[data[i]], 1);
  __syncthreads();
  bins[threadIdx.x] = mine[threadIdx.x];
}

int main() {
  const int n = 2000;
  std::vector<int> data(n);
  for (int i = 0; i < n; ++i) data[i] = (i * 37) % 128;
  int *d_data, *d_bins, bins[128];
  cudaMalloc(&d_data, n * sizeof(int));
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_data, data.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  histogram<<<1, 128>>>(d_data, n, d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  cudaFree(d_bins);
  printf("%d\n", bins[3]);
  return 0;
}
