// Neither default stream, the thread's own or the legacy one, is ordered with a non-blocking stream.
// (nvcc includes the headers before this line, so with nvcc the macro needs -D; the bug is the same without it.)
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <cuda_runtime.h>

#include <cstdio>

__global__ void letters(char* text, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) text[i] = 'a' + i % 26;
}

__global__ void upper(const char* text, char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = text[i] - 'a' + 'A';
}

bool good(cudaError_t code) {
  if (code != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  return code == cudaSuccess;
}

int main() {
  const int n = 500;
  char *text, *out, host[n + 1] = {};
  cudaStream_t other;
  if (!good(cudaMalloc(&text, n)) || !good(cudaMalloc(&out, n))) return 1;
  if (!good(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking))) return 1;

  letters<<<2, 256>>>(text, n);
  upper<<<2, 256, 0, other>>>(text, out, n);  // bug: stream_race
  if (!good(cudaGetLastError()) || !good(cudaDeviceSynchronize())) return 1;

  if (!good(cudaMemcpy(host, out, n, cudaMemcpyDeviceToHost))) return 1;
  std::printf("%.26s\n", host);
  return good(cudaStreamDestroy(other)) && good(cudaFree(text)) && good(cudaFree(out)) ? 0 : 1;
}
