// A box blur of a greyscale image: the mean of all neighbours inside the image.
#include <cstdint>
#include <cstdio>
#include <vector>

#define BLUR 2

__global__ void blur(const uint8_t* in, uint8_t* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int sum = 0, pixels = 0;
    for (int dy = -BLUR; dy < BLUR + 1; ++dy)
      for (int dx = -BLUR; dx < BLUR + 1; ++dx) {
        int cx = x + dx, cy = y + dy;
        if (cx > -1 && cx < w && cy > -1 && cy < h) {
          sum += in[cy * w + cx];
          ++pixels;
        }
      }
    out[y * w + x] = uint8_t(sum / pixels);
  }
}

int main() {
  const int w = 61, h = 47;
  std::vector<uint8_t> in(w * h), out(w * h);
  for (int i = 0; i < w * h; ++i) in[i] = uint8_t(i * 37);
  uint8_t *d_in, *d_out;
  cudaMalloc(&d_in, w * h);
  cudaMalloc(&d_out, w * h);
  cudaMemcpy(d_in, in.data(), w * h, cudaMemcpyHostToDevice);
  blur<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d_in, d_out, w, h);
  cudaMemcpy(out.data(), d_out, w * h, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  int wrong = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int sum = 0, pixels = 0;
      for (int cy = y - BLUR < 0 ? 0 : y - BLUR; cy <= y + BLUR && cy < h; ++cy)
        for (int cx = x - BLUR < 0 ? 0 : x - BLUR; cx <= x + BLUR && cx < w; ++cx, ++pixels) sum += in[cy * w + cx];
      wrong += out[y * w + x] != sum / pixels;
    }
  printf("box_blur: %d pixels wrong\n", wrong);
  return wrong ? 1 : 0;
}
