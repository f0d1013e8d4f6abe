// The barrier is at the start of the loop body, so there is no barrier after the last iteration.
// says: after the write on line 12 and before the read on line 16
#include <cstdio>

__global__ void sum(const float* values, float* out) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  part[t] = values[t];
  for (int s = 128; s > 32; s /= 2) {
    __syncthreads();
    if (t < s)
      part[t] +=
          part[t + s];
  }
  if (t >= 32) return;
  float mine = part[t] + part[t + 32];  // bug: race
  for (int s = 16; s > 0; s /= 2) mine += __shfl_down_sync(0xffffffff, mine, s);
  if (t == 0) *out = mine;
}

int main() {
  float host[256], *values, *out;
  for (float& x : host) x = 1;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 256>>>(values, out);
  cudaMemcpy(host, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(values);
  cudaFree(out);
}
