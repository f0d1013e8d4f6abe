// A local variable that only some threads set, and that only these threads use; and a local array, which the
// first iterations fill before any of its elements is used.
#include <cstdio>

__global__ void smooth(const float* in, float* out, int n) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  float window[4];
  float own;
  if (first < n) own = in[first];
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i >= 4) sum -= window[i % 4];
    const float value = first + i < n ? in[first + i] : 0;
    window[i % 4] = value;
    sum += value;
  }
  __syncthreads();
  if (first < n) out[first / 4] = own + sum;
}

int main() {
  constexpr int kElements = 1000;
  float host[kElements], smoothed[kElements / 4], *in, *out;
  for (int i = 0; i < kElements; ++i) host[i] = static_cast<float>(i % 10);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof smoothed);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<2, 128>>>(in, out, kElements);
  cudaMemcpy(smoothed, out, sizeof smoothed, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kElements / 4; ++i) {
    float expected = host[4 * i];
    for (int k = 4; k < 8; ++k) expected += 4 * i + k < kElements ? host[4 * i + k] : 0;
    if (smoothed[i] != expected) return 1;
  }
  cudaFree(in);
  cudaFree(out);
  std::printf("ok\n");
}
