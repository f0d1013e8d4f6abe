// The mean of bfloat16 numbers, added in float.
#include <cuda_bf16.h>
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void round_to_bf16(const float *in, __nv_bfloat16 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2bfloat16(in[i]);
}

__global__ void mean(const __nv_bfloat16 *x, int n, float *out)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32) sum += __bfloat162float(x[i]);
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0) *out = sum / n;
}

int main()
{
    const int n = 1000;
    std::vector<float> in(n);
    double want = 0;
    for (int i = 0; i < n; i++) want += in[i] = i % 128;   // seven bits, which fit in bfloat16
    want /= n;
    float *d_in, *d_mean, got = 0;
    __nv_bfloat16 *d_x;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(__nv_bfloat16));
    cudaMalloc(&d_mean, sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    round_to_bf16<<<(n + 255) / 256, 256>>>(d_in, d_x, n);
    mean<<<1, 32>>>(d_x, n, d_mean);
    cudaMemcpy(&got, d_mean, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_x);
    cudaFree(d_mean);
    printf("bfloat16_mean: %.3f\n", got);
    return std::fabs(got - want) < 1e-3 ? 0 : 1;
}
