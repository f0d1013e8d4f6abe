// Launches inside macros, and kernels defined by a macro.
#include <stdio.h>
#include <stdlib.h>

#define BLOCKS(n) (((n) + 127) / 128)
#define LAUNCH(kernel, n, ...)                                                     \
  do {                                                                             \
    kernel<<<BLOCKS(n), 128>>>(__VA_ARGS__, n);                                    \
    cudaError_t status = cudaGetLastError();                                       \
    if (status != cudaSuccess) {                                                   \
      fprintf(stderr, "%s: %s\n", #kernel, cudaGetErrorString(status));            \
      exit(1);                                                                     \
    }                                                                              \
  } while (0)

#define DEFINE_KERNEL(name, op)                                                    \
  __global__ void name(const int *a, const int *b, int *c, int n) {                \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                 \
    if (i < n) c[i] = a[i] op b[i];                                                \
  }

DEFINE_KERNEL(add, +)
DEFINE_KERNEL(sub, -)
DEFINE_KERNEL(mul, *)

int main() {
  const int n = 999;
  int host[n], result[n], *a, *b, *c;
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMalloc(&a, sizeof(host));
  cudaMalloc(&b, sizeof(host));
  cudaMalloc(&c, sizeof(host));
  cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof(host), cudaMemcpyHostToDevice);
  LAUNCH(add, n, a, b, c);  // 2 i
  LAUNCH(mul, n, a, c, b);  // 2 i i
  LAUNCH(sub, n, b, a, c);
  cudaMemcpy(result, c, sizeof(result), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += result[i] != 2 * i * i - i;
  printf("macro_launch: %d wrong\n", wrong);
  return wrong ? 1 : 0;
}
