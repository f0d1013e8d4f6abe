// The next tiles are loaded while other threads are still reading the current ones.
// says: at the end of the loop body
// says: tile_a needs the same barrier
// one finding
#include <cstdio>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    tile_a[y][x] = a[(blockIdx.y * kTile + y) * n + t + x];
    tile_b[y][x] = b[(t + y) * n + blockIdx.x * kTile + x];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      const float left = tile_a[y][k];
      sum += left * tile_b[k][x];  // bug: race
    }
  }
  c[(blockIdx.y * kTile + y) * n + blockIdx.x * kTile + x] = sum;
}

int main() {
  const int n = 48;
  static float host[n * n];
  for (float& x : host) x = 1;
  float *a, *b, *c;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&c, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  multiply<<<dim3(3, 3), dim3(kTile, kTile)>>>(a, b, c, n);
  cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
