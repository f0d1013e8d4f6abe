// The program checks the error of the second cudaFree(), but the error does not say what is wrong.
#include <cstdio>
__global__ void sevens(int* a) { a[threadIdx.x] = 7; }

int main() {
  int *a, host[32];
  cudaMalloc(&a, sizeof host);
  sevens<<<1, 32>>>(a);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[3]);
  cudaFree(a);
  if (const cudaError_t e = cudaFree(a))  // bug: failed_call
    printf("%s\n", cudaGetErrorString(e));
  // says: a has already been freed
}
