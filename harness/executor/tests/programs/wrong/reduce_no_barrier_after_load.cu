// The first iteration of the reduction adds values that another warp may not have stored yet.
#include <iostream>

constexpr int kThreads = 128;

__global__ void total(const float* in, float* out) {
  __shared__ float cache[kThreads];
  const int t = threadIdx.x;
  cache[t] = in[blockIdx.x * kThreads + t];
  for (int s = kThreads / 2; s > 0; s >>= 1) {
    if (t < s) cache[t] += cache[t + s];  // bug: race
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, cache[0]);
}

int main() {
  const int n = 8 * kThreads;
  float host[n], sum = 0, *in, *out;
  for (float& x : host) x = 0.5f;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof sum);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof sum);
  total<<<n / kThreads, kThreads>>>(in, out);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  std::cout << sum << "\n";
  return 0;
}
