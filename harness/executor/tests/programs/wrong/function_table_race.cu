// A table of device functions provides the steps of a sum. One function writes elements that others still read.
#include <cstdio>

typedef void (*step_t)(float *, int, int);

__device__ void step_up(float *s, int t, int stride)
{
    if (t + stride < 64) s[t] += s[t + stride];  // bug: race
}

__device__ void step_nothing(float *, int, int) {}

__device__ step_t steps[2] = {step_nothing, step_up};

__global__ void sum(const float *in, float *out, int which)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int stride = 1; stride < 64; stride *= 2) steps[which](s, t, stride);
    __syncthreads();
    if (t == 0) *out = s[0];
}

int main()
{
    float host[64], *in, *out, result = 0;
    for (int i = 0; i < 64; i++) host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out, 1);
    cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("function_table_race: %g\n", result);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
