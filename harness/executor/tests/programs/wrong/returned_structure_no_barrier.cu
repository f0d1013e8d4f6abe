// A function returns the larger value and its position in a structure; the barrier in the loop is missing.
#include <cstdio>

struct Key {
  float value;
  int index;
};

__device__ Key better(Key a, Key b) {
  if (b.value > a.value) a = b;
  return a;
}

__global__ void largest(const float* values, Key* result) {
  __shared__ Key keys[128];
  int t = threadIdx.x;
  keys[t].value = values[t];
  keys[t].index = t;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2)
    if (t < d) keys[t] = better(keys[t], keys[t + d]);  // bug: race
  if (t == 0) *result = keys[0];
}

int main() {
  float host[128], *values;
  Key key, *result;
  for (int i = 0; i < 128; ++i) host[i] = i * 37 % 128;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&result, sizeof key);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  largest<<<1, 128>>>(values, result);
  cudaMemcpy(&key, result, sizeof key, cudaMemcpyDeviceToHost);
  printf("%g at %d\n", key.value, key.index);
  cudaFree(values);
  cudaFree(result);
  return 0;
}
