// __shared__ alignas(N), as in the programming guide, and on a type and a static array too; all are read as int4.
#include <cstdio>

template <typename T>
__global__ void rows(const int* in, int* out) {
  __shared__ alignas(16) int tile[4][8];
  static __shared__ alignas(T) int twice[32];
  int t = threadIdx.x;
  tile[t / 8][t % 8] = in[t];
  twice[t] = 2 * in[t];
  __syncthreads();
  if (t >= 8) return;
  int4 v = *reinterpret_cast<int4*>(&tile[t / 2][t % 2 * 4]), w = reinterpret_cast<int4*>(twice)[t];
  out[t] = v.x + v.y + v.z + v.w + w.x + w.y + w.z + w.w;
}

int main() {
  int in[32], out[8], *d_in, *d_out, mistakes = 0;
  for (int i = 0; i < 32; ++i) in[i] = i;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  rows<int4><<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) mistakes += out[i] != 3 * (16 * i + 6);
  printf("%d mistakes\n", mistakes);
  cudaFree(d_in);
  cudaFree(d_out);
  return mistakes != 0;
}
