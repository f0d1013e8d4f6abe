// A structure of four floats may start at any word, but a float4 in the same kernel may not.
#include <cstdio>

struct Four {
  float v[4];
};

__global__ void add(const Four* structures, const float* words, Four* out) {
  Four f = structures[threadIdx.x];
  const float4 v = *reinterpret_cast<const float4*>(words + 4 * threadIdx.x);  // bug: misaligned
  f.v[0] += v.x + v.y + v.z + v.w;
  out[threadIdx.x] = f;
}

int main() {
  constexpr int kThreads = 32;
  float *words, *out;
  cudaMalloc(&words, (4 * kThreads + 1) * sizeof(float));
  cudaMalloc(&out, (4 * kThreads + 1) * sizeof(float));
  cudaMemset(words, 0, (4 * kThreads + 1) * sizeof(float));
  add<<<1, kThreads>>>(reinterpret_cast<const Four*>(words + 1), words + 1, reinterpret_cast<Four*>(out + 1));
  float first = 0;
  const cudaError_t error = cudaMemcpy(&first, out + 1, sizeof first, cudaMemcpyDeviceToHost);
  printf("%s: %g\n", cudaGetErrorString(error), first);
  cudaFree(words);
  cudaFree(out);
  return 0;
}
