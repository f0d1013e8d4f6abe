// The launch has only half as many threads as there are bins, so half of the bins are never set to zero.
#include <cstdio>
__global__ void histogram(const unsigned char* values, int n, unsigned* out) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[values[i]], 1);  // bug: never_used
  // says: No result depends on the sum that this atomic computes
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main() {
  const int n = 1024;
  unsigned char host[n], *values;
  unsigned bins[256], *out, sum = 0;
  for (int i = 0; i < n; i++) host[i] = i;
  cudaMalloc(&values, n);
  cudaMalloc(&out, sizeof bins);
  cudaMemset(out, 0, sizeof bins);
  cudaMemcpy(values, host, n, cudaMemcpyHostToDevice);
  histogram<<<1, 128>>>(values, n, out);
  cudaMemcpy(bins, out, sizeof bins, cudaMemcpyDeviceToHost);
  for (unsigned bin : bins) sum += bin;
  printf("%u of %d\n", sum, n);
  cudaFree(values);
  cudaFree(out);
}
