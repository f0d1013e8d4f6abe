// One thread in the grid clears the word in the same launch in which all threads set bits in it.
#include <cstdio>
__global__ void mark(const int* x, unsigned* set, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *set = 0;
  if (i < n) atomicOr(set, 1u << x[i]);  // bug: race
  // says: remove it and set that value before the launch; an atomicExch() would
}
int main() {
  const int n = 256;
  int h[n], *x;
  unsigned *s, got = 0, want = 0;
  for (int i = 0; i < n; ++i) want |= 1u << (h[i] = i * 3 % 29);
  cudaMalloc(&x, sizeof(h)); cudaMalloc(&s, 4);
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  mark<<<4, 64>>>(x, s, n);
  cudaMemcpy(&got, s, 4, cudaMemcpyDeviceToHost);
  printf("%s\n", got == want ? "OK" : "WRONG");
  cudaFree(x); cudaFree(s);
}
