// The kernel has an extern __shared__ array, and passes a pointer to another one, of another type, to a helper.
// says: both are in dynamic shared memory, and the elements of
#include <cstdio>

template <typename T>
__device__ T* shared_memory() {
  extern __shared__ double memory[];
  return reinterpret_cast<T*>(memory);
}
template <typename T>
__device__ T of_next_thread(T value) {
  T* scratch = shared_memory<T>();
  scratch[threadIdx.x] = value;  // bug: race
  __syncthreads();
  return scratch[(threadIdx.x + 1) % blockDim.x];
}

__global__ void add(const double* in, double* out) {
  extern __shared__ int order[];
  const int t = threadIdx.x;
  order[t] = 63 - t;
  const double next = of_next_thread(in[t]);
  __syncthreads();
  out[t] = next + order[t];
}

int main() {
  double host[64], *in, *out;
  for (int i = 0; i < 64; ++i) host[i] = i + 0.5;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, 64, 64 * (sizeof(int) + sizeof(double))>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  std::printf("%g\n", host[1]);
}
