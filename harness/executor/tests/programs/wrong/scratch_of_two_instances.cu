// A block reduction is called twice with the same scratch array but with different operations: these are two
// instances of the function, and a thread in the second call overwrites what another thread still reads in the first.
// says: in the next iteration of the loop, or in the next call
#include <cmath>
#include <cstdio>

struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

template <int kBlock, typename Op>
__device__ float over_block(float x, float* partial, Op op) {
  constexpr unsigned kWarps = kBlock / 32;
  for (unsigned d = 16; d > 0; d /= 2) x = op(x, __shfl_xor_sync(0xffffffffu, x, d));
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = x;
  __syncthreads();
  x = partial[threadIdx.x % kWarps];  // bug: race
  for (unsigned d = kWarps / 2; d > 0; d /= 2) x = op(x, __shfl_xor_sync(0xffffffffu, x, d));
  return x;
}

template <int kBlock>
__global__ void softmax(const float* input, float* output) {
  __shared__ float partial[kBlock / 32];
  const float x = input[threadIdx.x];
  const float max = over_block<kBlock>(x, partial, Max{});
  const float sum = over_block<kBlock>(expf(x - max), partial, Sum{});
  output[threadIdx.x] = expf(x - max) / sum;
}

int main() {
  float host[256] = {}, *input, *output;
  cudaMalloc(&input, sizeof host);
  cudaMalloc(&output, sizeof host);
  cudaMemcpy(input, host, sizeof host, cudaMemcpyHostToDevice);
  softmax<256><<<1, 256>>>(input, output);
  cudaMemcpy(host, output, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(input);
  cudaFree(output);
  return 0;
}
