// Two names for the block's dynamic shared memory, used one after the other, and as two views of the same bits.
#include <cstdio>

__global__ void turn(const float* in, float* out, int* signs) {
  extern __shared__ float value[];
  extern __shared__ int bits[];
  const int t = threadIdx.x, other = blockDim.x - 1 - t;
  value[t] = in[t];
  __syncthreads();
  out[t] = value[other];
  signs[t] = bits[other] < 0;
  __syncthreads();
  bits[t] = t;
  __syncthreads();
  signs[t] += 2 * bits[other];
  __syncthreads();
  value[t] = 0.5f;
  __syncthreads();
  out[t] += value[other];
}

int main() {
  float host[64], *in, *out;
  int mistakes = 0, flags[64], *signs;
  for (int i = 0; i < 64; ++i) host[i] = i - 32;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&signs, sizeof flags);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, 64, sizeof host>>>(in, out, signs);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(flags, signs, sizeof flags, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    mistakes += host[i] != 31 - i + 0.5f || flags[i] != (63 - i < 32) + 2 * (63 - i);
  cudaFree(in);
  cudaFree(out);
  cudaFree(signs);
  return mistakes != 0;
}
