// The rows of a pitched allocation are addressed as if they followed one another without a gap.
#include <cstdio>
#include <vector>
__global__ void negate(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) out[y * width + x] = 255 - in[y * width + x];  // bug: uninitialised
  // says: with this pitch
}

int main() {
  const int width = 100, height = 37;
  std::vector<unsigned char> host(width * height, 1);
  unsigned char *in, *out;
  size_t pitch;
  cudaMallocPitch(&in, &pitch, width, height);
  cudaMalloc(&out, width * height);
  cudaMemcpy2D(in, pitch, host.data(), width, width, height, cudaMemcpyHostToDevice);
  negate<<<height, 128>>>(in, out, width, height);
  cudaMemcpy(host.data(), out, width * height, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(in);
  cudaFree(out);
}
