// One thread uses a pointer that was never set. The race between the other threads must still be found.
#include <cstdio>

__global__ void next_of(int** lists, int* out, int n) {
  __shared__ int last;
  int i = threadIdx.x;
  if (i == 5) out[0] = *lists[i];  // bug: invalid_address
  if (i < n) last = i;
  __syncthreads();
  if (i < n) out[i] = last;
}

int main() {
  const int n = 64;
  int **lists, *out;
  cudaMalloc(&lists, n * sizeof(int*));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(lists, 0, n * sizeof(int*));
  cudaMemset(out, 0, n * sizeof(int));
  next_of<<<1, n>>>(lists, out, n);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
