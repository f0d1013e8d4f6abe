// The value is stored only after its key has been claimed, but other threads read it in the same launch.
#include <cstdio>
__global__ void intern(const int* keys, int* table, int* value, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int s = keys[i] % 64;
  int before = atomicCAS(&table[s], -1, keys[i]);
  if (before == -1) value[s] = keys[i] * 2;
  out[i] = value[s];  // bug: race
  // says: performs its atomic before this write
}
int main() {
  const int n = 256;
  int h[n], o[n], *k, *t, *v, *d;
  for (int i = 0; i < n; ++i) h[i] = i % 64;
  cudaMalloc(&k, sizeof(h)); cudaMalloc(&t, 256); cudaMalloc(&v, 256); cudaMalloc(&d, sizeof(o));
  cudaMemcpy(k, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(t, 0xff, 256); cudaMemset(v, 0, 256);
  intern<<<4, 64>>>(k, t, v, d, n);
  cudaMemcpy(o, d, sizeof(o), cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int i = 0; i < n; ++i) ok &= o[i] == 2 * h[i];
  printf("%s\n", ok ? "OK" : "WRONG");
  cudaFree(k); cudaFree(t); cudaFree(v); cudaFree(d);
}
