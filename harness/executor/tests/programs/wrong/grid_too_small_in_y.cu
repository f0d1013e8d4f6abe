// The number of blocks in y is rounded down, so the last rows have no threads.
#include <cstdio>
#include <vector>
__global__ void ramp(float* m, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) m[y * w + x] = x + y;
}
int main() {
  const int w = 64, height = 100;
  std::vector<float> h(w * height);
  float* d;
  cudaMalloc(&d, w * height * 4);
  ramp<<<dim3(w / 16, height / 16), dim3(16, 16)>>>(d, w, height);
  cudaMemcpy(h.data(), d, w * height * 4, cudaMemcpyDeviceToHost);  // bug: not_computed
  // says: up in y: (n + 15) / 16
  bool ok = true;
  for (int i = 0; i < w * height; ++i) ok &= h[i] == i % w + i / w;
  printf("%s\n", ok ? "OK" : "WRONG");
  cudaFree(d);
}
