// The helper's extern __shared__ array begins where the kernel's array begins, and overwrites it.
// says: are both extern __shared__ arrays, which all begin at the same address
#include <cstdio>

template <typename T>
__device__ T of_other_thread(T value, int from) {
  extern __shared__ T scratch[];
  scratch[threadIdx.x] = value;
  __syncthreads();
  return scratch[from];
}

__global__ void add(const float* in, float* out) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  tile[t] = in[t];
  const float other = of_other_thread(2 * in[t], 63 - t);
  out[t] = tile[t] + other;  // bug: race
}

int main() {
  float host[64], *in, *out;
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, 64, 2 * sizeof host>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  std::printf("%g\n", host[1]);
}
