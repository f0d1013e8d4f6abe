// The float4 loads begin one float too late.
#include <stdio.h>

__global__ void sum4(const float *in, float *out)
{
    const float4 v = *(const float4 *)(in + 4 * threadIdx.x + 1);  // bug: misaligned
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main()
{
    const int n = 32;
    float in[4 * n + 4], out[n], *d_in, *d_out;
    for (int i = 0; i < 4 * n + 4; i++) in[i] = 1;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    sum4<<<1, n>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%g\n", out[0]);
    return 0;
}
