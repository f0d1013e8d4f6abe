// A kernel for blocks of 16 x 16 threads is launched with blocks of 16 x 64.
// says: writes tile[16][0], just past the end of tile, which has 16 x 16 elements
#include <cstdio>

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[16][16];
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];  // bug: out_of_bounds
  __syncthreads();
  if (threadIdx.y < 16) out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int n = 64;
  static float host[n * n];
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  transpose<<<dim3(4, 1), dim3(16, 64)>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
