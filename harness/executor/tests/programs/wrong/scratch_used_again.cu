// The second reduction begins to write to scratch while a slow warp is still reading the first result.
#include <cstdio>

#define T 128

__device__ float reduce(float x, float *scratch)
{
    int t = threadIdx.x;
    scratch[t] = x;  // bug: race
    __syncthreads();
    for (int s = T / 2; s > 0; s /= 2) {
        if (t < s) scratch[t] += scratch[t + s];
        __syncthreads();
    }
    return scratch[0];
}

__global__ void variance(const float *in, float *out)
{
    __shared__ float scratch[T];
    float x = in[threadIdx.x];
    float mean = reduce(x, scratch) / T;
    float v = reduce((x - mean) * (x - mean), scratch) / T;
    if (threadIdx.x == 0) *out = v;
}

int main()
{
    float in[T], out, *d_in, *d_out;
    for (int i = 0; i < T; i++) in[i] = i % 2;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    variance<<<1, T>>>(d_in, d_out);
    cudaMemcpy(&out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%g\n", out);
    return 0;
}
