// Structures of all sizes that functions return: they are stored in shared and global memory, by constructors,
// members, references and lambdas, and read by other threads after a barrier.
#include <cstdio>
#include <new>

template <int N>
struct Bytes {
  unsigned char c[N];
  __device__ bool operator==(const Bytes& other) const {
    for (int i = 0; i < N; ++i)
      if (c[i] != other.c[i]) return false;
    return true;
  }
};

template <typename T>
__device__ __noinline__ T made(int seed) {
  T all;
  auto* bytes = reinterpret_cast<unsigned char*>(&all);
  for (unsigned i = 0; i < sizeof(T); ++i) bytes[i] = seed * 5 + i;
  return all;
}

template <typename T>
__global__ void exchange(T* out) {
  __shared__ T all[64];
  const int t = threadIdx.x;
  all[t] = made<T>(t);
  __syncthreads();
  out[t] = all[63 - t];
  __syncthreads();
  T& mine = all[t];
  auto store = [&](int seed) { mine = made<T>(seed); };
  for (int i = 0; i < 2; ++i) store(t + i);
  __syncthreads();
  if (!(out[t] == made<T>(63 - t)) || !(all[63 - t] == made<T>(64 - t))) printf("wrong in thread %d\n", t);
}

struct Item {
  char name;
  float3 place;
  Bytes<40> rest;
  __device__ Item(int seed) : name('a'), place(made<float3>(seed)), rest(made<Bytes<40>>(seed)) {}
};

__global__ void construct(float* out) {
  __shared__ __align__(16) unsigned char memory[64 * sizeof(Item)];
  auto* items = reinterpret_cast<Item*>(memory);
  const int t = threadIdx.x;
  new (items + t) Item(t);
  __syncthreads();
  const Item& other = items[63 - t];
  out[t] = other.place.z == made<float3>(63 - t).z && other.rest == made<Bytes<40>>(63 - t);
}

template <typename T>
bool exchanged() {
  T *out, host[64];
  cudaMalloc(&out, sizeof host);
  exchange<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return reinterpret_cast<unsigned char*>(&host[3])[0] == static_cast<unsigned char>(60 * 5);
}

template <int... N>
bool all_exchanged() {
  return (exchanged<Bytes<N>>() && ...);
}

int main() {
  float *out, host[64];
  cudaMalloc(&out, sizeof host);
  construct<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  bool right = all_exchanged<1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 24, 31, 48, 100, 300>();
  for (const float one : host) right = right && one == 1;
  printf("%s\n", right ? "right" : "wrong");
  return !right;
}
