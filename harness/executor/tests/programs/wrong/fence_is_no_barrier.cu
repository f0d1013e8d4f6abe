// A fence does not make any thread wait: other blocks may not have added their values yet.
// says: a __threadfence() does not make any thread wait; read the value in a second launch
#include <cstdio>

__global__ void share(const float* values, float* total, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(total, values[i]);
  __threadfence();
  out[i] = values[i] / *total;  // bug: race
}

int main() {
  const int n = 1024;
  static float host[n];
  for (float& x : host) x = 1;
  float *values, *total, *out;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(float));
  share<<<8, 128>>>(values, total, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(values);
  cudaFree(total);
  cudaFree(out);
}
