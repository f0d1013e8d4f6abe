// A constant is set in stream `t` while a kernel in stream `s` may still be reading it.
#include <cstdio>
__constant__ int gain;
__global__ void scale(int* x) { x[threadIdx.x] *= gain; }
int main() {
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  int *x, *v, h[32];
  cudaMallocHost(&v, 8);
  v[0] = 3; v[1] = 5;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&x, 128);
  cudaMemcpy(x, h, 128, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(gain, &v[0], 4);
  cudaDeviceSynchronize();
  scale<<<1, 32, 0, s>>>(x);
  cudaMemcpyToSymbolAsync(gain, &v[1], 4, 0, cudaMemcpyHostToDevice, t);  // bug: stream_race
  // says: cudaMemcpyToSymbolAsync writes gain
  cudaDeviceSynchronize();
  cudaMemcpy(h, x, 128, cudaMemcpyDeviceToHost);
  printf("%s\n", h[31] == 93 ? "OK" : "WRONG");
  cudaStreamDestroy(s); cudaStreamDestroy(t);
  cudaFree(x); cudaFreeHost(v);
}
