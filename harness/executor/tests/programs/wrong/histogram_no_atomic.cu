// Counts are lost when threads count the same value at the same time.
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[data[i]]++;  // bug: race
}

int main() {
  const int n = 4000;
  std::vector<unsigned char> data(n);
  for (int i = 0; i < n; ++i) data[i] = i % 50;
  unsigned char* d_data;
  unsigned *d_bins, bins[256];
  cudaMalloc(&d_data, n);
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, sizeof bins);
  histogram<<<(n + 127) / 128, 128>>>(d_data, n, d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  cudaFree(d_bins);
  printf("%u of value 7\n", bins[7]);
  return 0;
}
