// The destination of a copy to shared memory is read after a barrier, but without waiting for the copy itself.
#include <cstdio>
#include <cuda_pipeline.h>

__global__ void reverse(const float4* in, float4* out) {
  __shared__ float4 tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float4));
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // bug: race
  __pipeline_wait_prior(0);
}

int main() {
  float4 host[64], *in, *out;
  for (int i = 0; i < 64; ++i) host[i] = make_float4(i, i, i, i);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[0].x);
  cudaFree(in);
  cudaFree(out);
}
