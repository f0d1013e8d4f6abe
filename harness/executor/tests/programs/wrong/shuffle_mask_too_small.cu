// The mask names 16 lanes, but the first step reads from lanes that are not among them.
#include <cstdio>

__global__ void sum16(const int* in, int* out) {
  if (threadIdx.x < 16) {
    int x = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0x0000ffff, x, d);  // bug: inactive_lane
    if (threadIdx.x == 0) *out = x;
  }
}

int main() {
  int in[16], out = 0, *d_in, *d_out;
  for (int i = 0; i < 16; ++i) in[i] = i;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  sum16<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  printf("%d\n", out);
  return 0;
}
