// A structure of four floats needs only 4-byte alignment, although the same kernel also uses float4.
#include <cstdio>

struct Four {
  float v[4];
};

__global__ void twice(const Four* in, float4* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const Four f = in[i];
  out[i] = make_float4(2 * f.v[0], 2 * f.v[1], 2 * f.v[2], 2 * f.v[3]);
}

__global__ void copy(const Four* in, Four* out, const float4* more, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const Four f = in[i];
  out[i] = f;
  const float4 m = more[i];
  out[i].v[0] += m.x;
}

int main() {
  constexpr int kCount = 64;
  float *words, *more_words;
  float4* vectors;
  cudaMalloc(&words, (4 * kCount + 1) * sizeof(float));
  cudaMalloc(&more_words, (4 * kCount + 1) * sizeof(float));
  cudaMalloc(&vectors, kCount * sizeof(float4));
  float host[4 * kCount + 1];
  for (int i = 0; i <= 4 * kCount; ++i) host[i] = static_cast<float>(i);
  cudaMemcpy(words, host, sizeof host, cudaMemcpyHostToDevice);
  const Four* in = reinterpret_cast<const Four*>(words + 1);  // not a multiple of 16 bytes
  twice<<<2, 32>>>(in, vectors, kCount);
  copy<<<2, 32>>>(in, reinterpret_cast<Four*>(more_words + 1), vectors, kCount);
  float result[4];
  cudaMemcpy(result, more_words + 1, sizeof result, cudaMemcpyDeviceToHost);
  if (result[0] != 3 || result[3] != 4) printf("wrong: %g %g\n", result[0], result[3]);
  cudaFree(words);
  cudaFree(more_words);
  cudaFree(vectors);
  return 0;
}
