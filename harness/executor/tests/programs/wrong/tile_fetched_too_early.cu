// Blocks fetch tiles from a counter. Thread 0 may fetch the next tile before the others have read the last one, and
// then some threads leave the loop earlier than others.
// says: at the end of the loop body
#include <cstdio>

__device__ int next_tile;

__global__ void doubled(const float* in, float* out, int tiles, int n) {
  __shared__ int tile;
  while (true) {
    if (threadIdx.x == 0) tile = atomicAdd(&next_tile, 1);
    __syncthreads();
    const int mine = tile;  // bug: race
    if (mine >= tiles) break;
    const int i = mine * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
  }
}

int main() {
  constexpr int n = 2000, kBlock = 64;
  float *in, *out, last;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  const int zero = 0;
  cudaMemcpyToSymbol(next_tile, &zero, sizeof zero);
  doubled<<<4, kBlock>>>(in, out, (n + kBlock - 1) / kBlock, n);
  cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("%s: %g\n", cudaGetErrorString(cudaGetLastError()), last);
  cudaFree(in);
  cudaFree(out);
}
