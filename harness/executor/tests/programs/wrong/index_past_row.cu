// In the last column, the index of the right neighbour belongs to the next row of the tile.
#include <cstdio>
constexpr int kTile = 16, kN = 64;
__global__ void sums(const float* input, float* output) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = input[(blockIdx.x * kTile + y) * kTile + x];
  __syncthreads();
  const float right = y < kTile - 1
                          ? tile[y][x + 1]  // bug: out_of_bounds
                          : 0;
  // says: accesses element 16 of a row of tile, which has 16 elements
  output[(blockIdx.x * kTile + y) * kTile + x] = tile[y][x] + right;
}

int main() {
  static float host[kN * kTile];
  for (float& x : host) x = 1;
  float *input, *output;
  cudaMalloc(&input, sizeof host);
  cudaMalloc(&output, sizeof host);
  cudaMemcpy(input, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<kN / kTile, dim3(kTile, kTile)>>>(input, output);
  cudaMemcpy(host, output, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[3]);
  cudaFree(input);
  cudaFree(output);
}
