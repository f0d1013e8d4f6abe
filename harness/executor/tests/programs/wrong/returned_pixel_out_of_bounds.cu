// A function returns a three-byte pixel, which is stored past the last pixel: the last block has too many threads.
#include <cstdio>

__device__ uchar3 inverse(uchar3 p) {
  if (p.x > p.y) return make_uchar3(255 - p.y, 255 - p.x, 255 - p.z);
  return make_uchar3(255 - p.x, 255 - p.y, 255 - p.z);
}

__global__ void negative(const uchar3* in, uchar3* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uchar3 pixel = in[i < n ? i : n - 1];
  out[i] = inverse(pixel);  // bug: out_of_bounds
}

int main() {
  const int n = 300;
  uchar3 host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = make_uchar3(i, i / 2, 7);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  negative<<<3, 128>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[1].z);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
