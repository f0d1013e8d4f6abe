// Each thread frees its memory twice.
#include <cstdio>
__global__ void sums(int* out) {
  int* parts = static_cast<int*>(malloc(4 * sizeof(int)));
  int sum = 0;
  for (int i = 0; i < 4; i++) parts[i] = i + threadIdx.x;
  for (int i = 0; i < 4; i++) sum += parts[i];
  free(parts);
  out[threadIdx.x] = sum;
  free(parts);  // bug: invalid_address
  // says: already been freed
}

int main() {
  int *out, first = 0;
  cudaMalloc(&out, 32 * sizeof(int));
  sums<<<1, 32>>>(out);
  cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaFree(out);
}
