// Two streams share a byte array: a kernel writes the first part, a copy the second, and the parts meet inside a word.
#include <cstdio>

__global__ void letters(char* text, int n) {
  int i = threadIdx.x;
  if (i < n) text[i] = 'a' + i % 26;
}

int main() {
  const int first = 101, n = 200;
  char *text, *pinned, host[n];
  cudaStream_t a, b;
  cudaMalloc(&text, n);
  cudaMallocHost(&pinned, n - first);
  for (int i = 0; i < n - first; ++i) pinned[i] = 'A' + i % 26;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  letters<<<1, 128, 0, a>>>(text, first);
  cudaMemcpyAsync(text + first, pinned, n - first, cudaMemcpyHostToDevice, b);
  cudaDeviceSynchronize();
  cudaMemcpy(host, text, n, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != (i < first ? 'a' + i % 26 : 'A' + (i - first) % 26);
  std::printf("stream_bytes: %d wrong\n", wrong);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFreeHost(pinned);
  cudaFree(text);
  return wrong;
}
