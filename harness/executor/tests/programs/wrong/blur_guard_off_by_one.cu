// The guard does not exclude the row after the last one.
#include <cstdio>
#include <vector>

__global__ void blur(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int sum = 0, pixels = 0;
  for (int cy = y - 1; cy <= y + 1; ++cy)
    for (int cx = x - 1; cx <= x + 1; ++cx)
      if (cx >= 0 && cx < w && cy >= 0 && cy <= h) {
        sum += in[cy * w + cx];  // bug: out_of_bounds
        ++pixels;
      }
  out[y * w + x] = sum / pixels;
}

int main() {
  const int w = 40, h = 24;
  std::vector<unsigned char> picture(w * h, 9);
  unsigned char *in, *out;
  cudaMalloc(&in, w * h);
  cudaMalloc(&out, w * h);
  cudaMemcpy(in, picture.data(), w * h, cudaMemcpyHostToDevice);
  blur<<<dim3(5, 3), dim3(8, 8)>>>(in, out, w, h);
  cudaMemcpy(picture.data(), out, w * h, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  printf("%d\n", picture[0]);
  return 0;
}
