// Layer normalisation: a warp for each row, float4 loads, gain and bias.
#include <cmath>
#include <cstdio>
#include <memory>

constexpr int ROWS = 60, WIDTH = 256, WARPS = 4;
constexpr float EPSILON = 1e-5f;

__device__ float warp_sum(float x) {
  for (int mask = 16; mask; mask >>= 1) x += __shfl_xor_sync(0xffffffff, x, mask);
  return x;
}

__global__ void __launch_bounds__(32 * WARPS) layernorm(const float4* x, const float4* gain, const float4* bias, float4* y) {
  const int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= ROWS) return;
  constexpr int EACH = WIDTH / 4 / 32;
  float4 v[EACH];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < EACH; k++) {
    v[k] = x[row * (WIDTH / 4) + k * 32 + lane];
    sum += v[k].x + v[k].y + v[k].z + v[k].w;
  }
  const float mean = warp_sum(sum) / WIDTH;
  float squares = 0;
#pragma unroll
  for (int k = 0; k < EACH; k++) {
    v[k].x -= mean, v[k].y -= mean, v[k].z -= mean, v[k].w -= mean;
    squares += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
  }
  const float scale = rsqrtf(warp_sum(squares) / WIDTH + EPSILON);
#pragma unroll
  for (int k = 0; k < EACH; k++) {
    const float4 g = __ldg(gain + k * 32 + lane), b = __ldg(bias + k * 32 + lane);
    y[row * (WIDTH / 4) + k * 32 + lane] = make_float4(v[k].x * scale * g.x + b.x, v[k].y * scale * g.y + b.y,
                                                       v[k].z * scale * g.z + b.z, v[k].w * scale * g.w + b.w);
  }
}

struct CudaFree {
  void operator()(void* p) const { cudaFree(p); }
};
using DevicePointer = std::unique_ptr<float, CudaFree>;

DevicePointer on_device(const float* host, int count) {
  float* p = nullptr;
  cudaMalloc(&p, count * sizeof(float));
  cudaMemcpy(p, host, count * sizeof(float), cudaMemcpyHostToDevice);
  return DevicePointer(p);
}

int main() {
  static float x[ROWS * WIDTH], y[ROWS * WIDTH], gain[WIDTH], bias[WIDTH];
  for (int i = 0; i < ROWS * WIDTH; i++) x[i] = float((i * 61) % 173) / 10 + i / WIDTH;
  for (int c = 0; c < WIDTH; c++) gain[c] = 1 + c % 3, bias[c] = c % 5 - 2;
  {
    DevicePointer dx = on_device(x, ROWS * WIDTH), dg = on_device(gain, WIDTH), db = on_device(bias, WIDTH),
                  dy = on_device(y, ROWS * WIDTH);
    layernorm<<<ROWS / WARPS, dim3(32, WARPS)>>>((const float4*)dx.get(), (const float4*)dg.get(),
                                                 (const float4*)db.get(), (float4*)dy.get());
    cudaMemcpy(y, dy.get(), sizeof y, cudaMemcpyDeviceToHost);
  }
  double worst = 0;
  for (int r = 0; r < ROWS; r++) {
    double mean = 0, variance = 0;
    for (int c = 0; c < WIDTH; c++) mean += x[r * WIDTH + c] / WIDTH;
    for (int c = 0; c < WIDTH; c++) variance += (x[r * WIDTH + c] - mean) * (x[r * WIDTH + c] - mean) / WIDTH;
    for (int c = 0; c < WIDTH; c++) {
      const double want = (x[r * WIDTH + c] - mean) / std::sqrt(variance + EPSILON) * gain[c] + bias[c];
      worst = std::fmax(worst, std::fabs(want - y[r * WIDTH + c]));
    }
  }
  printf("layernorm: largest error %.1e\n", worst);
  return worst < 1e-3 ? 0 : 1;
}
