// The kernel and its helper each have an extern __shared__ array, and use the same memory, one after the other.
#include <cstdio>

template <typename T>
__device__ T sum_of_block(T value) {
  extern __shared__ T scratch[];
  const int t = threadIdx.x;
  scratch[t] = value;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) scratch[t] += scratch[t + d];
    __syncthreads();
  }
  const T sum = scratch[0];
  __syncthreads();
  return sum;
}

__global__ void normalise(const float* in, float* out) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  const float sum = sum_of_block(in[t]);
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[blockDim.x - 1 - t] / sum;
}

int main() {
  float host[64], *in, *out;
  for (int i = 0; i < 64; ++i) host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  normalise<<<1, 64, sizeof host>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  std::printf("%g\n", host[0]);
  return host[0] != 64.0f / (64 * 65 / 2);
}
