// tile[0][i] reaches all elements of the tile, row by row.
#include <cstdio>
constexpr int kTile = 16;
__global__ void reversed(const float* input, float* output) {
  __shared__ float tile[kTile][kTile];
  const int t = threadIdx.x;
  tile[0][t] = input[blockIdx.x * kTile * kTile + t];
  __syncthreads();
  output[blockIdx.x * kTile * kTile + t] = tile[0][kTile * kTile - 1 - t];
}

int main() {
  constexpr int n = 4 * kTile * kTile;
  static float host[n];
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
  float *input, *output;
  cudaMalloc(&input, sizeof host);
  cudaMalloc(&output, sizeof host);
  cudaMemcpy(input, host, sizeof host, cudaMemcpyHostToDevice);
  reversed<<<4, kTile * kTile>>>(input, output);
  cudaMemcpy(host, output, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(input);
  cudaFree(output);
}
